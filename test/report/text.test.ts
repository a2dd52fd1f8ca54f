import { expect, test } from 'vitest';
import { aReport, fooOps, path, range, rendered, takesRtnl, withoutBatch } from './examples';

test('findings stand under their file, aligned, each with its call path; then notes, a summary and the next command', () => {
  const report = aReport({
    ops: [fooOps, fooOps, fooOps],
    findings: [
      { ...takesRtnl, code: 'exit-without-batch', severity: 'information', range: range('7:3-7'), path: [] },
      takesRtnl,
      {
        ...takesRtnl,
        range: range('141:10-22'),
        confidence: 'low',
        ...path('foo_stop (net/foo/foo_main.c:90) > rtnl_lock'),
      },
      withoutBatch,
    ],
    notes: [
      { file: 'net/foo/foo_old.c', line: 3, message: 'unbalanced brace; the rest of the file was skipped' },
      { file: 'net/foo/blob.c', line: null, message: 'binary file skipped' },
      { file: null, line: null, message: 'cache rebuilt: it was written by another version' },
    ],
    stats: { suppressed: 1 },
  });
  expect(rendered('text', report)).toBe(`
net/foo/foo_main.c
     7:3  information  \`foo_exit_net\` takes RTNL once per netns; move it to .exit_batch  [exit-without-batch]
   40:10  warning      \`foo_exit_net\` takes RTNL once per netns; move it to .exit_batch  [exit-takes-rtnl]
          foo_exit_net (net/foo/foo_main.c:12) > foo_flush (net/foo/foo_table.c:3) > rtnl_lock
  141:10  warning      \`foo_exit_net\` takes RTNL once per netns; move it to .exit_batch  [exit-takes-rtnl] (low confidence)
          foo_stop (net/foo/foo_main.c:90) > rtnl_lock

net/bar/bar.c
  9:3  information  \`bar_exit_net\` is called once per netns; a batch would gain about nothing  [exit-without-batch]

note: net/foo/foo_old.c:3: unbalanced brace; the rest of the file was skipped
note: net/foo/blob.c: binary file skipped
note: cache rebuilt: it was written by another version

4 findings in 2 files (2 warnings, 2 informational, 1 suppressed); scanned 3 ops in 12 files.
Why, and what to do about it: pernet-lens explain exit-without-batch
`);
});

test('one of a kind is singular', () => {
  const report = aReport({ ops: [fooOps], findings: [takesRtnl], stats: { filesScanned: 1 } });
  expect(rendered('text', report)).toContain('\n1 finding in 1 file (1 warning); scanned 1 ops in 1 file.\n');
});

test('nothing found: one sentence about what was scanned', () => {
  expect(rendered('text', aReport({ ops: [fooOps, fooOps] }))).toBe(`
No findings: scanned 2 ops in 12 files.
`);
  expect(rendered('text', aReport({ stats: { filesScanned: 1, suppressed: 2 } }))).toBe(`
No findings, 2 suppressed: scanned no ops in 1 file.
`);
});

test('an interrupted scan says so before anything else', () => {
  expect(rendered('text', aReport({ findings: [withoutBatch], stats: { partial: true } }))).toBe(`
Interrupted: this is only what was known by then.

net/bar/bar.c
  9:3  information  \`bar_exit_net\` is called once per netns; a batch would gain about nothing  [exit-without-batch]

1 finding in 1 file (1 informational); scanned no ops in 12 files.
Why, and what to do about it: pernet-lens explain exit-without-batch
`);
});

test('a long path goes on in the next line, between two hops', () => {
  const long = path(
    'foo_exit_net (net/foo/foo_main.c:12) > foo_stop_all (net/foo/foo_main.c:99) > foo_flush_table (net/foo/foo_table.c:3) > rtnl_lock',
  );
  expect(rendered('text', aReport({ findings: [{ ...takesRtnl, ...long }] }))).toContain(`
         foo_exit_net (net/foo/foo_main.c:12) > foo_stop_all (net/foo/foo_main.c:99)
           > foo_flush_table (net/foo/foo_table.c:3) > rtnl_lock
`);
});

test('the command to go on with explains the commonest code that has a page', () => {
  const unknown = { ...withoutBatch, code: 'not-a-rule' };
  const report = aReport({ findings: [unknown, unknown, withoutBatch] });
  expect(rendered('text', report)).toContain('pernet-lens explain exit-without-batch\n');
  expect(rendered('text', aReport({ findings: [unknown] }))).not.toContain('pernet-lens explain');
});

test('paths are shown as the reader can open them', () => {
  const text = rendered('text', aReport({ findings: [takesRtnl] }), {
    shownPath: file => `../linux/${file}`,
  });
  expect(text).toContain('\n../linux/net/foo/foo_main.c\n');
  expect(text).toContain(
    'foo_exit_net (../linux/net/foo/foo_main.c:12) > foo_flush (../linux/net/foo/foo_table.c:3)',
  );
});

test('a quiet report is its findings, and nothing where there are none', () => {
  const notes = [{ file: null, line: null, message: 'cache rebuilt' }];
  const quiet = rendered('text', aReport({ findings: [takesRtnl], notes }), { quiet: true });
  expect(quiet).toMatch(/^\nnet\/foo\/foo_main\.c\n.*\[exit-takes-rtnl\]\n.* > rtnl_lock\n$/);
  expect(rendered('text', aReport({ notes }), { quiet: true })).toBe('\n');
});

test('colours come only when asked for, and change nothing but colour', () => {
  const report = aReport({ findings: [takesRtnl, withoutBatch], stats: { partial: true } });
  const plain = rendered('text', report);
  const coloured = rendered('text', report, { colour: true });
  expect(plain).not.toContain('\u001b');
  expect(coloured).toContain('\u001b[33mwarning\u001b[39m');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the escape sequences that are looked for
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(plain);
});

test('a file name cannot drive the terminal', () => {
  const evil = 'net/\u001b[2Jfoo\n\u202e.c';
  const text = rendered('text', aReport({ findings: [{ ...withoutBatch, file: evil }] }));
  expect(text).toContain('\nnet/\\u{1b}[2Jfoo\\u{a}\\u{202e}.c\n');
});
