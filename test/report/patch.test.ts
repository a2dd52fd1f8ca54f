import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/core/text';
import { mboxOf, subsystemOf } from '../../src/report/mbox';
import { type FileChange, patch } from '../../src/report/patch';

type Edits = Parameters<typeof applyEdits>[1];

const changeOf = (file: string, before: string, edits: Edits): FileChange => ({
  file,
  before,
  after: applyEdits(before, edits),
});

const TEXT = Array.from({ length: 20 }, (_, at) => `line ${at + 1}\n`).join('');
const at = (line: number): number => TEXT.indexOf(`line ${line}\n`);

/** The files after a program took the patch in a folder of its own. */
function patched(files: readonly FileChange[], program: string, args: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pernet-lens-patch-'));
  try {
    for (const { file, before } of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), before);
    }
    execFileSync(program, args, { cwd: folder, input: patch(files), stdio: ['pipe', 'ignore', 'pipe'] });
    return files.map(({ file }) => readFileSync(join(folder, file), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a change is shown with three lines around it', () => {
  const edits = [{ start: at(10), end: at(11), text: 'ten\n' }];
  expect(patch([changeOf('net/quux.c', TEXT, edits)])).toBe(`diff --git a/net/quux.c b/net/quux.c
--- a/net/quux.c
+++ b/net/quux.c
@@ -7,7 +7,7 @@ line 6
 line 7
 line 8
 line 9
-line 10
+ten
 line 11
 line 12
 line 13
`);
});

test('changes that are near are one hunk, others are two', () => {
  const near = [at(5), at(9)].map(start => ({ start, end: start, text: 'new\n' }));
  const far = [at(3), at(15)].map(start => ({ start, end: start, text: 'new\n' }));
  const hunks = (edits: Edits) => patch([changeOf('a.c', TEXT, edits)]).match(/^@@.*$/gm);
  expect(hunks(near)).toHaveLength(1);
  expect(hunks(far)).toHaveLength(2);
});

test('an edit that changes nothing is no patch', () => {
  expect(patch([{ file: 'a.c', before: TEXT, after: TEXT }])).toBe('');
});

const anyText = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'b', '', '\tc;', 'd\r'), { minLength: 1, maxLength: 25 }),
    fc.boolean(),
  )
  .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''))
  .filter(text => text !== '');

test('git apply and patch -p1 make of it what the edits make', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      fc.pre(before !== after);
      const change = { file: 'dir/file.c', before, after };
      expect(patched([change], 'git', ['apply', '--whitespace=nowarn', '-'])).toEqual([after]);
      expect(patched([change], 'patch', ['-p1', '--binary', '-s'])).toEqual([after]);
    }),
    { numRuns: 60 },
  );
});

test('a mail has a subject, the reasons, the counts, the questions below the line, and no sign-off', () => {
  const [mail] = [
    mboxOf([
      {
        title: 'Let the core hold RTNL: `quux_exit_net` becomes `.exit_rtnl`',
        ops: 'quux_net_ops',
        files: [changeOf('net/quux/quux_main.c', TEXT, [{ start: at(2), end: at(3), text: '' }])],
        findings: [
          '`quux_exit_net` takes RTNL once per netns; `.exit_rtnl` would run it inside the core’s single RTNL section',
        ],
        costs: [{ what: 'RTNL', before: 'once per netns', after: 'none of its own' }],
        questions: ['Can nothing that runs later still use what it removes?'],
        author: 'A. Reviewer <a@example.org>',
      },
    ]),
  ];
  expect(mail).toMatch(
    /^From 0{40} Mon Sep 17 00:00:00 2001\nFrom: A\. Reviewer <a@example\.org>\nSubject: \[PATCH\] quux: Let the core/,
  );
  expect(mail).toContain('\n\nquux_exit_net takes RTNL once per netns; .exit_rtnl would run it inside the\n');
  expect(mail).toContain(
    '\n  RTNL  once per netns  ->  none of its own\n---\nTo be answered before this is sent:\n- Can nothing',
  );
  expect(mail).toContain('\ndiff --git a/net/quux/quux_main.c');
  expect(mail).not.toContain('Signed-off-by');
  const lines = mail!
    .split('\n---\n')[0]!
    .split('\n')
    .filter(line => !/^(?:From|Subject)/.test(line));
  expect(lines.filter(line => line.length > 75)).toEqual([]);
});

test('several mails are numbered', () => {
  const draft = {
    title: 'x',
    ops: 'quux_net_ops',
    files: [],
    findings: [],
    costs: [],
    questions: [],
    author: null,
  };
  expect(mboxOf([draft, draft]).match(/^Subject: .*$/gm)).toEqual([
    'Subject: [PATCH 1/2] : x',
    'Subject: [PATCH 2/2] : x',
  ]);
});

test.each([
  ['drivers/net/geneve.c', 'geneve'],
  ['drivers/net/bonding/bond_main.c', 'bonding'],
  ['net/ipv6/sit.c', 'ipv6'],
  ['net/core/dev.c', 'net'],
  ['net/devres.c', 'net'],
  ['fs/nfsd/nfsctl.c', 'fs'],
])('the subsystem of %s is %s', (file, subsystem) => {
  expect(subsystemOf(file)).toBe(subsystem);
});
