import { main } from '../../src/cli/main';
import type { Surroundings } from '../../src/cli/surroundings';
import type { Finding, Severity } from '../../src/core/rules/rule';
import type { ScanRequest } from '../../src/host/scan';
import type { ScanReport } from '../../src/report';

/** A finding of a rule about a handler of net/quux.c. */
export const found = (code: string, severity: Severity, handler = 'quux_exit_net'): Finding => ({
  code,
  severity,
  confidence: 'high',
  message: `\`${handler}\` costs something`,
  file: 'net/quux.c',
  range: { start: { line: 12, column: 10 }, end: { line: 12, column: 23 } },
  ops: 'quux_net_ops',
  slot: 'exit',
  handler,
  path: [{ function: handler, file: 'net/quux.c', line: 3 }],
  primitive: 'rtnl_lock',
  lock: null,
  fixes: [],
});

/** What the stand-in for the engine answers, beside the findings. */
type Answer = Partial<Pick<ScanReport, 'notes' | 'findings'>> & {
  /** How many nameless ones, or which. */
  readonly ops?: number | ScanReport['ops'];
  readonly stats?: Partial<ScanReport['stats']>;
};

interface Circumstances {
  /** Absolute working folder. */
  readonly cwd: string;
  readonly answer?: Answer | ((request: ScanRequest) => Promise<Answer> | Answer);
  readonly stdin?: string;
  readonly env?: Record<string, string>;
  readonly tty?: boolean;
  readonly interrupt?: AbortSignal;
  readonly now?: () => number;
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What the engine was asked; undefined if it was not. */
  readonly request: ScanRequest | undefined;
}

/** Runs the command line with an engine that finds what the test says. */
export async function run(argv: readonly string[], circumstances: Circumstances): Promise<Ran> {
  const { cwd, answer = {}, tty = false } = circumstances;
  let request: ScanRequest | undefined;
  const output = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      output[name] += text;
    },
    isTTY: tty,
    columns: 60,
  });
  const surroundings: Surroundings = {
    scan: async asked => {
      request = asked;
      return reportOf(asked, typeof answer === 'function' ? await answer(asked) : answer);
    },
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    stdin: async () => circumstances.stdin ?? '',
    cwd,
    env: { HOME: '/home/quux', ...circumstances.env },
    now: circumstances.now ?? (() => 0),
    interrupt: circumstances.interrupt ?? new AbortController().signal,
    page: () => ({ script: 'void 0;', style: 'main {}' }),
    rulePage: code => (code === 'exit-without-batch' ? undefined : `# ${code}\n`),
  };
  const code = await main(argv, surroundings);
  return { code, ...output, request };
}

function reportOf({ treeRoot, base, configuration }: ScanRequest, answer: Answer): ScanReport {
  const { findings = [], notes = [], stats, ops = 1 } = answer;
  return {
    schema: 1,
    tool: { name: 'pernet-lens', version: '0' },
    tree: {
      root: treeRoot ?? base,
      slots: configuration.slots ?? ['init', 'exit'],
      source: treeRoot !== null ? 'tree' : configuration.slots ? 'configuration' : 'default',
    },
    ops:
      typeof ops !== 'number'
        ? ops
        : Array.from({ length: ops }, () => ({
            file: 'net/quux.c',
            line: 10,
            name: 'quux_net_ops',
            members: { exit: 'quux_exit_net' },
            registeredBy: null,
            exitPaths: [],
          })),
    findings,
    notes,
    stats: { filesScanned: 1, filesIndexed: 0, functionsReached: 0, suppressed: 0, partial: false, ...stats },
  };
}

/** A small kernel tree, as far as the command line looks at one. */
export const TREE = { 'include/net/net_namespace.h': '', 'net/quux.c': '', 'drivers/net/corge.c': '' };
