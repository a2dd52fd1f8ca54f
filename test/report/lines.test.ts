import { expect, test } from 'vitest';
import { FORMATS, isFormatName } from '../../src/report';
import { aReport, fooOps, rendered, takesRtnl, withoutBatch } from './examples';

const report = aReport({
  ops: [fooOps],
  findings: [{ ...takesRtnl, severity: 'error' }, takesRtnl, withoutBatch],
  notes: [{ file: 'net/foo/blob.c', line: 3, message: '100% binary, skipped\r\nfor good' }],
});

test('terse is one line for each finding as gcc and checkpatch write it, and nothing else', () => {
  expect(rendered('terse', report)).toBe(`
net/foo/foo_main.c:40:10: error: \`foo_exit_net\` takes RTNL once per netns; move it to .exit_batch [exit-takes-rtnl]
net/foo/foo_main.c:40:10: warning: \`foo_exit_net\` takes RTNL once per netns; move it to .exit_batch [exit-takes-rtnl]
net/bar/bar.c:9:3: note: \`bar_exit_net\` is called once per netns; a batch would gain about nothing [exit-without-batch]
`);
  expect(rendered('terse', aReport({ stats: { partial: true } }))).toBe('\n');
});

test('github writes workflow commands, with the call path as second line of the text', () => {
  expect(rendered('github', report)).toBe(`
::error file=net/foo/foo_main.c,line=40,endLine=40,col=10,endColumn=22,title=exit-takes-rtnl::\`foo_exit_net\` takes RTNL once per netns; move it to .exit_batch%0Afoo_exit_net (net/foo/foo_main.c:12) > foo_flush (net/foo/foo_table.c:3) > rtnl_lock
::warning file=net/foo/foo_main.c,line=40,endLine=40,col=10,endColumn=22,title=exit-takes-rtnl::\`foo_exit_net\` takes RTNL once per netns; move it to .exit_batch%0Afoo_exit_net (net/foo/foo_main.c:12) > foo_flush (net/foo/foo_table.c:3) > rtnl_lock
::notice file=net/bar/bar.c,line=9,endLine=9,col=3,endColumn=7,title=exit-without-batch::\`bar_exit_net\` is called once per netns; a batch would gain about nothing
::notice file=net/foo/blob.c,line=3,title=pernet-lens::100%25 binary, skipped%0D%0Afor good
`);
});

test('github escapes what would end a property, and leaves out columns that span lines', () => {
  const odd = {
    ...withoutBatch,
    file: 'net/a,b:c%.c',
    range: { start: { line: 1, column: 5 }, end: { line: 2, column: 1 } },
  };
  expect(rendered('github', aReport({ findings: [odd], stats: { partial: true } }))).toBe(`
::warning title=pernet-lens::Interrupted: this is only what was known by then.
::notice file=net/a%2Cb%3Ac%25.c,line=1,endLine=2,title=exit-without-batch::\`bar_exit_net\` is called once per netns; a batch would gain about nothing
`);
});

test('jsonl is one line for each ops, finding and note, and a last one that closes the stream', () => {
  const [, ...lines] = rendered('jsonl', report).trimEnd().split('\n');
  const types = lines.map(line => JSON.parse(line).type);
  expect(types).toEqual(['ops', 'finding', 'finding', 'finding', 'note', 'stats']);
  expect(JSON.parse(lines[0]!)).toEqual({ type: 'ops', ...fooOps });
  expect(lines.at(-1)).toBe(
    '{"type":"stats","schema":1,"tool":{"name":"pernet-lens","version":"0.1.0"},' +
      '"tree":{"root":"/home/ada/linux","slots":["init","pre_exit","exit","exit_batch"],"source":"tree"},' +
      '"filesScanned":12,"filesIndexed":30,"functionsReached":7,"suppressed":0,"partial":false}',
  );
});

test('json is the same bytes however the report was put together', () => {
  const reversed = <T>(value: T): T => {
    if (Array.isArray(value)) return value.map(reversed) as T;
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, inner]) => [key, key === 'members' ? inner : reversed(inner)]),
    ) as T;
  };
  expect(rendered('json', reversed(report))).toBe(rendered('json', report));
  expect(rendered('json', aReport({ findings: [withoutBatch], stats: { timing: { index: 3.5 } } }))).toBe(`
{
  "schema": 1,
  "tool": {
    "name": "pernet-lens",
    "version": "0.1.0"
  },
  "tree": {
    "root": "/home/ada/linux",
    "slots": [
      "init",
      "pre_exit",
      "exit",
      "exit_batch"
    ],
    "source": "tree"
  },
  "ops": [],
  "findings": [
    {
      "code": "exit-without-batch",
      "severity": "information",
      "confidence": "high",
      "message": "\`bar_exit_net\` is called once per netns; a batch would gain about nothing",
      "file": "net/bar/bar.c",
      "range": {
        "start": {
          "line": 9,
          "column": 3
        },
        "end": {
          "line": 9,
          "column": 7
        }
      },
      "ops": "bar_net_ops",
      "slot": "exit",
      "handler": "bar_exit_net",
      "primitive": null,
      "lock": null,
      "path": [],
      "fixes": []
    }
  ],
  "notes": [],
  "stats": {
    "filesScanned": 12,
    "filesIndexed": 30,
    "functionsReached": 7,
    "suppressed": 0,
    "partial": false,
    "timing": {
      "index": 3.5
    }
  }
}
`);
});

test('the list of formats is what the command line offers, the default first', () => {
  expect(Object.keys(FORMATS)).toEqual(['text', 'terse', 'json', 'jsonl', 'sarif', 'github']);
  expect(isFormatName('sarif')).toBe(true);
  expect(isFormatName('toString')).toBe(false);
});
