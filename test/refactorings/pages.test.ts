import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SlotName } from '../../src/core/kernel';
import { type Outcome, REFACTORINGS, refactorLoop } from '../../src/core/refactorings';
import { RULES } from '../../src/core/rules';
import { readFixture } from '../support/fixture';
import { analysed, applied, type Files, outcomeOf, type Tree, workbenchOf, wrongWith } from './bench';

const root = join(import.meta.dirname, '../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const pageOf = (id: string): string => text(`docs/refactorings/${id}.md`);

interface Example {
  readonly slot: SlotName | 'loop';
  readonly tree: Tree;
  readonly after: Files;
}

/** The pairs of code blocks of a page. */
function examplesOf(page: string): readonly Example[] {
  const blocks = [...page.matchAll(/^```c ?(\w*)\n([\s\S]*?)\n```$/gm)].map(([, info, code]) => ({
    info,
    code: `${code}\n`,
  }));
  const pairs: Example[] = [];
  for (let at = 0; at < blocks.length; at += 2) {
    const [before, after] = [blocks[at]!, blocks[at + 1]!];
    const assertsRtnlNet = before.code.includes('//- asserts rtnl net\n');
    const { files, slots } = readFixture(before.code.replace('//- asserts rtnl net\n', ''));
    pairs.push({
      slot: before.info as Example['slot'],
      tree: { files, slots, assertsRtnlNet },
      after: readFixture(after.code).files,
    });
  }
  return pairs;
}

async function resultOf(id: string, example: Example): Promise<Files | string> {
  const outcome = await outcomeFor(id, example);
  return outcome?.kind === 'edit'
    ? applied(example.tree.files, outcome.edits)
    : (outcome?.reason ?? 'not offered');
}

async function outcomeFor(id: string, { slot, tree }: Example): Promise<Outcome | undefined> {
  const { loops } = await analysed(tree);
  return slot === 'loop'
    ? refactorLoop({ ...(await workbenchOf(tree)), loop: loops[0]! })[0]
    : outcomeOf(tree, id, slot);
}

describe.each(REFACTORINGS)('$id', ({ id, summary, serves, checks }) => {
  test('has a file that says where its page is', () => {
    expect(text(`src/core/refactorings/${id}.ts`)).toContain(`docs/refactorings/${id}.md */`);
  });

  test('has a summary in lower case without a full stop', () => {
    expect(summary).toMatch(/^[a-z][^\n]*[^.\n]$/);
  });

  test('serves findings that exist, and checks something', () => {
    const codes = RULES.map(({ code }) => code);
    expect(serves.filter(code => !codes.includes(code))).toEqual([]);
    expect(checks.length).toBeGreaterThan(0);
  });

  test('has a page with its title, the findings it removes and all headings in order', () => {
    const page = pageOf(id);
    const [title, , facts] = page.split('\n');
    expect(title).toBe(`# ${id}`);
    expect([...facts!.matchAll(/\[([\w-]+)\]/g)].map(([, code]) => code)).toEqual([...serves]);
    const headings = [...page.matchAll(/^## (\w[\w ]*)/gm)].map(([, heading]) => heading!.trim());
    expect([...new Set(headings)]).toEqual([
      'What it changes',
      'Before',
      'After',
      'Asked',
      'Refused',
      'Evidence',
    ]);
  });

  describe.each(examplesOf(pageOf(id)).map((example, at) => ({ name: `example ${at + 1}`, example })))(
    '$name of its page',
    ({ example }) => {
      test('becomes what the page says', async () => {
        expect(await resultOf(id, example)).toEqual(example.after);
      });

      test('keeps what an edit must keep', async () => {
        const outcome = await outcomeFor(id, example);
        expect(outcome?.kind === 'edit' ? await wrongWith(example.tree, outcome) : outcome).toEqual([]);
      });
    },
  );
});

test('there is no page or refactoring that the list does not know', () => {
  const pages = readdirSync(join(root, 'docs/refactorings')).map(name => name.replace(/\.md$/, ''));
  const ids = REFACTORINGS.map(({ id }) => id);
  expect(
    pages.filter(name => !ids.includes(name) && !['README', 'compiled', 'upstream'].includes(name)),
  ).toEqual([]);
  const files = readdirSync(join(root, 'src/core/refactorings')).filter(name =>
    /: Refactoring = \{/.test(name.endsWith('.ts') ? text(`src/core/refactorings/${name}`) : ''),
  );
  expect(files.map(name => name.replace(/\.ts$/, '')).sort()).toEqual([...ids].sort());
});
