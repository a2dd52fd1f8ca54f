import type { Log, Run } from 'sarif';
import { expect, test } from 'vitest';
import type { ReportContext, ScanReport } from '../../src/report';
import { folderUrl, relativeUri } from '../../src/report/uri';
import { aReport, fooOps, range, rendered, takesRtnl, withoutBatch } from './examples';
import { schemaErrors } from './sarif-schema';

/** The one run of a log that the schema accepts. */
function runOf(report: ScanReport, context?: Partial<ReportContext>): Run {
  const log: Log = JSON.parse(rendered('sarif', report, context));
  expect(schemaErrors(log)).toEqual([]);
  expect(log.runs).toHaveLength(1);
  return log.runs[0]!;
}

const report = aReport({
  ops: [fooOps],
  findings: [takesRtnl, withoutBatch],
  notes: [
    { file: 'net/foo/old.c', line: 3, message: 'unbalanced brace' },
    { file: null, line: null, message: 'cache rebuilt' },
  ],
});

test('the schema is in force: it refuses a level, a URI and a key that SARIF does not have', () => {
  const log = (result: object) => ({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'x' } }, results: [result] }],
  });
  const message = { text: 'x' };
  const place = (uri: string) => ({ locations: [{ physicalLocation: { artifactLocation: { uri } } }] });
  expect(schemaErrors(log({ message, level: 'note', ...place('a%20b.c') }))).toEqual([]);
  expect(schemaErrors(log({ message, level: 'information' }))).toHaveLength(1);
  expect(schemaErrors(log({ message, ...place('a b.c') }))).toHaveLength(1);
  expect(schemaErrors(log({ message, colour: 'red' }))).toHaveLength(1);
});

test('a finding is a result with its place, its slot and its rule', () => {
  const { results } = runOf(report);
  expect(results![0]).toMatchObject({
    ruleId: 'exit-takes-rtnl',
    ruleIndex: 0,
    level: 'warning',
    message: { text: '`foo_exit_net` takes RTNL once per netns; move it to .exit_batch' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'net/foo/foo_main.c', uriBaseId: 'SRCROOT', index: 1 },
          region: { startLine: 40, startColumn: 10, endLine: 40, endColumn: 22 },
        },
        logicalLocations: [{ name: 'exit', fullyQualifiedName: 'foo_net_ops.exit', kind: 'member' }],
      },
    ],
    properties: { confidence: 'high', fixes: [] },
  });
  expect(results![1]).toMatchObject({ ruleIndex: 1, level: 'note' });
});

test('the call path is a code flow and related locations, one for each hop, the last one calling the primitive', () => {
  const [called, bare] = runOf(report).results!;
  const hops = [
    {
      physicalLocation: {
        artifactLocation: { uri: 'net/foo/foo_main.c', uriBaseId: 'SRCROOT', index: 1 },
        region: { startLine: 12 },
      },
      message: { text: '`foo_exit_net` calls `foo_flush`' },
    },
    {
      physicalLocation: {
        artifactLocation: { uri: 'net/foo/foo_table.c', uriBaseId: 'SRCROOT', index: 2 },
        region: { startLine: 3 },
      },
      message: { text: '`foo_flush` calls `rtnl_lock`' },
    },
  ];
  expect(called!.codeFlows![0]!.threadFlows[0]!.locations).toEqual([
    { location: hops[0], kinds: ['call'], nestingLevel: 0, importance: 'important' },
    { location: hops[1], kinds: ['call'], nestingLevel: 1, importance: 'essential' },
  ]);
  expect(called!.relatedLocations).toEqual([
    { id: 1, ...hops[0] },
    { id: 2, ...hops[1] },
  ]);
  expect(bare).not.toHaveProperty('codeFlows');
});

test('every rule is described with its page, whether it found something or not', () => {
  const { tool } = runOf(aReport(), {
    homepage: 'https://example.org/',
    docsPage: code => (code === 'exit-takes-rtnl' ? '# RTNL\n' : undefined),
  });
  expect(tool.driver).toEqual({
    name: 'pernet-lens',
    version: '0.1.0',
    informationUri: 'https://example.org/',
    rules: [
      {
        id: 'exit-takes-rtnl',
        shortDescription: { text: 'RTNL taken once per netns on an exit path' },
        helpUri: 'https://example.org/rules/exit-takes-rtnl.md',
        help: {
          text: 'RTNL taken once per netns on an exit path. See https://example.org/rules/exit-takes-rtnl.md',
          markdown: '# RTNL\n',
        },
        defaultConfiguration: { level: 'warning' },
      },
      {
        id: 'exit-without-batch',
        shortDescription: { text: 'an exit handler without a batch form' },
        helpUri: 'https://example.org/rules/exit-without-batch.md',
        help: {
          text: 'an exit handler without a batch form. See https://example.org/rules/exit-without-batch.md',
          markdown:
            'an exit handler without a batch form. See [exit-without-batch](https://example.org/rules/exit-without-batch.md).',
        },
        defaultConfiguration: { level: 'note' },
      },
    ],
  });
});

test('a code that no rule has is reported without an index', () => {
  const [result] = runOf(aReport({ findings: [{ ...withoutBatch, code: 'unused-suppression', ops: null }] }))
    .results!;
  expect(result).toMatchObject({ ruleId: 'unused-suppression' });
  expect(result).not.toHaveProperty('ruleIndex');
  expect(result!.locations![0]).not.toHaveProperty('logicalLocations');
});

test('files are artifacts relative to the tree root', () => {
  const run = runOf(report);
  expect(run.columnKind).toBe('utf16CodeUnits');
  expect(run.originalUriBaseIds!.SRCROOT).toMatchObject({ uri: 'file:///home/ada/linux/' });
  expect(run.artifacts!.map(({ location }) => location)).toEqual([
    { uri: 'net/bar/bar.c', uriBaseId: 'SRCROOT' },
    { uri: 'net/foo/foo_main.c', uriBaseId: 'SRCROOT' },
    { uri: 'net/foo/foo_table.c', uriBaseId: 'SRCROOT' },
    { uri: 'net/foo/old.c', uriBaseId: 'SRCROOT' },
  ]);
});

test('notes are notifications, and an interrupted scan is no success', () => {
  const notes = [
    {
      level: 'warning',
      message: { text: 'unbalanced brace' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'net/foo/old.c', uriBaseId: 'SRCROOT', index: 3 },
            region: { startLine: 3 },
          },
        },
      ],
    },
    { level: 'warning', message: { text: 'cache rebuilt' } },
  ];
  expect(runOf(report).invocations).toEqual([
    { executionSuccessful: true, toolExecutionNotifications: notes },
  ]);
  expect(runOf({ ...report, stats: { ...report.stats, partial: true } }).invocations).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: 'error', message: { text: 'Interrupted: this is only what was known by then.' } },
        ...notes,
      ],
    },
  ]);
});

test('a result keeps its fingerprint when its lines move', () => {
  const fingerprint = (finding: typeof takesRtnl) =>
    runOf(aReport({ findings: [finding] })).results![0]!.partialFingerprints;
  const moved = {
    ...takesRtnl,
    range: range('90:10-22'),
    path: takesRtnl.path.map(hop => ({ ...hop, line: hop.line + 50 })),
  };
  expect(fingerprint(takesRtnl)).toEqual({ 'exitPath/v1': expect.stringMatching(/^[0-9a-f]{16}:1$/) });
  expect(fingerprint(moved)).toEqual(fingerprint(takesRtnl));
});

test.each([
  ['net/foo.c', 'net/foo.c'],
  ['net/a b/c:d#e?f%.c', 'net/a%20b/c%3Ad%23e%3Ff%25.c'],
  ['net/größe.c', 'net/gr%C3%B6%C3%9Fe.c'],
  ['net/(odd)\ud800.c', 'net/%28odd%29%EF%BF%BD.c'],
])('the path %s is the URI %s', (file, uri) => {
  expect(relativeUri(file)).toBe(uri);
});

test.each([
  ['/', 'file:///'],
  ['/usr/src/linux 6.1/', 'file:///usr/src/linux%206.1/'],
  ['/tmp/a\\b', 'file:///tmp/a%5Cb/'],
  ['C:\\src\\linux', 'file:///C:/src/linux/'],
  ['\\\\build\\src', 'file://build/src/'],
])('the folder %s is the URL %s', (folder, url) => {
  expect(folderUrl(folder)).toBe(url);
});
