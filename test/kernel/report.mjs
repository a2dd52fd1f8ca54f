/**
 * What a scan finds in kernel trees, in numbers, side by side: `node test/kernel/report.mjs TREE…`. For trees that there
 * is no truth for. Runs dist/cli.cjs.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = join(dirname(fileURLToPath(import.meta.url)), '../../dist/cli.cjs');
const trees = process.argv.slice(2);
if (trees.length === 0) {
  console.error('usage: node test/kernel/report.mjs TREE…');
  process.exit(2);
}

function scan(tree) {
  const argv = [cli, 'scan', '--format', 'json', '-q', '--exit-zero', tree];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (status === 0) return JSON.parse(stdout);
  console.error(stderr || `${cli} ended with ${status}; npm run build makes it`);
  process.exit(2);
}

const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Numbers of a report by their names, in a fixed order of groups. */
function numbers({ ops, findings, notes, stats }) {
  const counts = new Map([
    ['files', stats.filesScanned],
    ['functions reached', stats.functionsReached],
    ['notes', notes.length],
    ['ops', ops.length],
  ]);
  const paths = ops.flatMap(({ exitPaths }) => exitPaths);
  for (const { slot } of paths) count(counts, `handler .${slot}`);
  counts.set('handler without definition', paths.filter(({ definition }) => definition === null).length);
  for (const { effects } of paths)
    for (const { kind, per } of effects) count(counts, `effect ${kind} per ${per}`);
  for (const { severity, code } of findings) count(counts, `${severity} ${code}`);
  return counts;
}

const reports = trees.map(tree => numbers(scan(resolve(tree))));
const names = [...new Set(reports.flatMap(report => [...report.keys()]))];
const groups = ['files', 'functions', 'notes', 'ops', 'handler', 'effect', 'error', 'warning', 'information'];
const groupOf = name => groups.indexOf(name.split(' ')[0]);
names.sort((a, b) => groupOf(a) - groupOf(b) || (a < b ? -1 : 1));

const width = Math.max(...names.map(({ length }) => length));
for (const name of names) {
  const cells = reports.map(report => String(report.get(name) ?? 0).padStart(8));
  console.log(`${name.padEnd(width)} ${cells.join(' ')}`);
}
