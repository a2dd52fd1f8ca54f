import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/core/text';
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

test('a function is taken out whole, not from the middle of one to the middle of the next', () => {
  const one = 'static void one(void)\n{\n\tcall(1);\n}\n\n';
  const two = one.replace('one', 'two');
  const three = one.replace('one', 'three');
  expect(patch([{ file: 'a.c', before: one + two + three, after: one + three }])).toContain(
    [
      ' }\n',
      ' \n',
      '-static void two(void)\n',
      '-{\n',
      '-\tcall(1);\n',
      '-}\n',
      '-\n',
      ' static void three',
    ].join(''),
  );
});

test('names of files that could be misread are written as git writes them', () => {
  const files = ['dir/with blank.c', 'dir/"quoted" \\.c'].map(file =>
    changeOf(file, TEXT, [{ start: at(2), end: at(3), text: '' }]),
  );
  const after = files.map(change => change.after);
  expect(patched(files, 'git', ['apply', '-'])).toEqual(after);
  expect(patched(files, 'patch', ['-p1', '-s'])).toEqual(after);
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
