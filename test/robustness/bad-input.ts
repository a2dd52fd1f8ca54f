import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanReport } from '../../src/report';

/** A file with one finding, under a name of its own. */
export const quux = (name = 'quux'): string => `
static void __net_exit ${name}_exit_net(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}

static struct pernet_operations ${name}_net_ops = {
	.exit = ${name}_exit_net,
};
`;

/** The handlers that a report has findings about, in its order. */
export const found = ({ findings }: ScanReport): readonly (string | null)[] =>
  findings.map(({ handler }) => handler);

/** The notes of a report as `file: message`. */
export const notes = (report: ScanReport): readonly string[] =>
  report.notes.map(({ file, message }) => `${file ?? '-'}: ${message}`);

/** Root reads everything, so that what must not be readable is read by somebody else: `nobody`. */
export const NOBODY = 65_534;
export const isRoot = process.geteuid?.() === 0;

/** NODE_OPTIONS that run some code before the command line does, in its threads too. @param folder where it is kept */
export function runningFirst(folder: string, code: string): { readonly NODE_OPTIONS: string } {
  const script = join(folder, 'first.cjs');
  writeFileSync(script, code);
  return { NODE_OPTIONS: `--require ${script}` };
}

/** Whether a command of the system's shell succeeded. */
export const shell = (command: string): boolean => spawnSync('sh', ['-c', command]).status === 0;
