import type { Hop, Range } from '../../src/core/project/effects';
import type { Finding } from '../../src/core/rules/rule';
import { FORMATS, type FormatName, type ReportContext, type ScanReport } from '../../src/report';

/** `foo_exit_net (net/foo/foo_main.c:12) > foo_flush (net/foo/foo_table.c:3) > rtnl_lock` as path and primitive. */
export function path(written: string): Pick<Finding, 'path' | 'primitive'> {
  const steps = written.split(' > ');
  const primitive = steps.pop()!;
  return { path: steps.map(hop), primitive };
}

function hop(step: string): Hop {
  const [, name, file, line] = /^(\S+) \((.+):(\d+)\)$/.exec(step)!;
  return { function: name!, file: file!, line: Number(line) };
}

/** `12:10-22` */
export function range(written: string): Range {
  const [, line, start, end] = /^(\d+):(\d+)-(\d+)$/.exec(written)!.map(Number);
  return { start: { line: line!, column: start! }, end: { line: line!, column: end! } };
}

export const takesRtnl: Finding = {
  code: 'exit-takes-rtnl',
  severity: 'warning',
  confidence: 'high',
  message: '`foo_exit_net` takes RTNL once per netns; move it to .exit_batch',
  file: 'net/foo/foo_main.c',
  range: range('40:10-22'),
  ops: 'foo_net_ops',
  slot: 'exit',
  handler: 'foo_exit_net',
  ...path('foo_exit_net (net/foo/foo_main.c:12) > foo_flush (net/foo/foo_table.c:3) > rtnl_lock'),
  lock: null,
  fixes: [],
};

export const withoutBatch: Finding = {
  code: 'exit-without-batch',
  severity: 'information',
  confidence: 'high',
  message: '`bar_exit_net` is called once per netns; a batch would gain about nothing',
  file: 'net/bar/bar.c',
  range: range('9:3-7'),
  ops: 'bar_net_ops',
  slot: 'exit',
  handler: 'bar_exit_net',
  path: [],
  primitive: null,
  lock: null,
  fixes: [],
};

export const aReport = ({
  stats,
  ...rest
}: Partial<Omit<ScanReport, 'stats'>> & {
  readonly stats?: Partial<ScanReport['stats']>;
} = {}): ScanReport => ({
  schema: 1,
  tool: { name: 'pernet-lens', version: '0.1.0' },
  tree: { root: '/home/ada/linux', slots: ['init', 'pre_exit', 'exit', 'exit_batch'], source: 'tree' },
  ops: [],
  findings: [],
  notes: [],
  ...rest,
  stats: { filesScanned: 12, filesIndexed: 30, functionsReached: 7, suppressed: 0, partial: false, ...stats },
});

export const fooOps: ScanReport['ops'][number] = {
  file: 'net/foo/foo_main.c',
  line: 39,
  name: 'foo_net_ops',
  members: { exit: 'foo_exit_net', id: '&foo_net_id' },
  registeredBy: 'register_pernet_subsys',
  exitPaths: [
    {
      slot: 'exit',
      handler: 'foo_exit_net',
      range: takesRtnl.range,
      definition: { file: 'net/foo/foo_main.c', line: 10 },
      effects: [
        {
          kind: 'rtnl',
          primitive: 'rtnl_lock',
          lock: null,
          lockOwner: null,
          per: 'net',
          depth: 2,
          conditional: false,
          via: 'direct',
          confidence: 'high',
          bytes: null,
          path: takesRtnl.path,
        },
      ],
    },
  ],
};

export const context: ReportContext = {
  rules: [
    { code: 'exit-takes-rtnl', severity: 'warning', summary: 'RTNL taken once per netns on an exit path' },
    { code: 'exit-without-batch', severity: 'information', summary: 'an exit handler without a batch form' },
  ],
  docsUrl: code => `https://example.org/rules/${code}.md`,
};

/** The report in a format, with a line break before it, so that a template literal can start on its own line. */
export const rendered = (format: FormatName, report: ScanReport, more: Partial<ReportContext> = {}): string =>
  `\n${FORMATS[format].render(report, { ...context, ...more })}`;
