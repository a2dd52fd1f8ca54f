import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../src/core/configuration';
import { REFACTORINGS } from '../../src/core/refactorings';
import { findFixes } from '../../src/host/fix';
import type { FixChoice } from '../../src/host/fix-choice';
import { whatWentWrong } from '../../src/host/fix-proof';
import type { Fixes } from '../../src/host/fix-result';
import { saveFixes, untouchable } from '../../src/host/fix-save';
import { fixTexts } from '../../src/host/fix-texts';
import { replaceTogether } from '../../src/host/fix-write';
import { scan } from '../../src/host/scan';
import { found } from '../cli/run';
import { asOrdinaryUser, folderWith } from './folder';

const HEADER = `
struct pernet_operations {
	int (*init)(struct net *net);
	void (*pre_exit)(struct net *net);
	void (*exit)(struct net *net);
	void (*exit_batch)(struct list_head *net_exit_list);
};
`;

/** A handler that holds a mutex of the file: one loop inside of it would do. */
const ops = (name: string): string => `
static DEFINE_MUTEX(${name}_mutex);

static void __net_exit ${name}_exit_net(struct net *net)
{
	mutex_lock(&${name}_mutex);
	${name}_drop(net);
	mutex_unlock(&${name}_mutex);
}

static struct pernet_operations ${name}_net_ops = {
	.exit = ${name}_exit_net,
};
`;

const fixed = (name: string): string => `
static DEFINE_MUTEX(${name}_mutex);

static void __net_exit ${name}_exit_batch(struct list_head *net_exit_list)
{
	struct net *net;

	mutex_lock(&${name}_mutex);
	list_for_each_entry(net, net_exit_list, exit_list)
		${name}_drop(net);
	mutex_unlock(&${name}_mutex);
}

static struct pernet_operations ${name}_net_ops = {
	.exit_batch = ${name}_exit_batch,
};
`;

const treeOf = (files: Readonly<Record<string, string>>): string =>
  folderWith({ 'include/net/net_namespace.h': HEADER, ...files });

interface More {
  readonly choice?: Partial<FixChoice>;
  readonly paths?: readonly string[];
  readonly signal?: AbortSignal;
  readonly whyUntouchable?: (file: string) => string | null;
}

async function fixesIn(
  root: string,
  { choice, paths = [root], signal, whyUntouchable }: More = {},
): Promise<Fixes> {
  const request = {
    paths,
    treeRoot: root,
    configuration: DEFAULT_CONFIGURATION,
    jobs: 1,
    cacheDir: null,
    signal: signal ?? new AbortController().signal,
    onProgress: () => {},
  };
  const report = await scan({
    ...request,
    signal: new AbortController().signal,
    base: root,
    stdin: null,
    timing: false,
  });
  return findFixes({
    ...request,
    report,
    choice: { only: [], ops: [], ask: false, dry: false, ...choice },
    whyUntouchable: whyUntouchable ?? (() => null),
  });
}

const names = ({ applied }: Fixes): readonly string[] => applied.map(({ place }) => place.name);
const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');

describe('edits', () => {
  test('of one file compose, each on the result of those before it', async () => {
    const root = treeOf({ 'net/quux.c': ['a', 'b', 'c'].map(ops).join('') });
    const fixes = await fixesIn(root);
    expect(names(fixes)).toEqual(['a_net_ops', 'b_net_ops', 'c_net_ops']);
    expect(fixes.texts.read('net/quux.c')).toBe(['a', 'b', 'c'].map(fixed).join(''));
    expect(fixes.applied.map(({ place }) => place.line)).toEqual([12, 25, 38]);
    const changes = fixes.applied.flatMap(fix => fix.changes);
    expect(changes.map(({ before }) => before)).toEqual([
      read(root, 'net/quux.c'),
      ...changes.slice(0, -1).map(({ after }) => after),
    ]);
    expect(read(root, 'net/quux.c')).toBe(['a', 'b', 'c'].map(ops).join(''));
    expect(saveFixes(root, fixes)).toEqual([]);
    expect(read(root, 'net/quux.c')).toBe(['a', 'b', 'c'].map(fixed).join(''));
  });

  test('made once leave nothing to do', async () => {
    const root = treeOf({ 'net/quux.c': ops('a') + ops('b') });
    saveFixes(root, await fixesIn(root));
    const { applied, left } = await fixesIn(root);
    expect({ applied, left }).toEqual({ applied: [], left: [] });
  });

  test('tell what the ops paid and pays', async () => {
    const [fix] = (await fixesIn(treeOf({ 'net/quux.c': ops('a') }))).applied;
    const pers = fix!.ops.map(pair =>
      [pair.before, pair.after].map(one =>
        one!.exitPaths.flatMap(({ effects }) => effects.map(({ per }) => per)),
      ),
    );
    expect(pers).toEqual([[['net'], ['batch']]]);
  });

  test('are made of the ops and refactorings that are wanted', async () => {
    const root = treeOf({ 'net/quux.c': ops('a') + ops('b') });
    const wanting = async (choice: Partial<FixChoice>) => names(await fixesIn(root, { choice }));
    expect(await wanting({ ops: ['b_net_ops'] })).toEqual(['b_net_ops']);
    expect(await wanting({ only: ['exit-takes-global-lock'] })).toHaveLength(2);
    expect(await wanting({ only: ['wrap-and-hoist'] })).toHaveLength(2);
    expect(await wanting({ only: ['pre-exit-split', 'exit-takes-rtnl'] })).toEqual([]);
    expect(await wanting({ dry: true })).toEqual([]);
  });

  test('that gain nothing are made only if they are asked for, and not undone by their opposite', async () => {
    const plain = ops('a').replace(/\tmutex.*\n/g, '');
    const root = treeOf({ 'net/quux.c': plain });
    expect(await fixesIn(root)).toMatchObject({ applied: [], left: [] });
    const asked = await fixesIn(root, { choice: { only: ['plain-loop'] } });
    expect(asked.applied.map(({ edit }) => edit.refactoring)).toEqual(['plain-loop']);
    const both = await fixesIn(root, { choice: { only: ['plain-loop', 'drop-empty-batch'] } });
    expect(both.applied.map(({ edit }) => edit.refactoring)).toEqual(['plain-loop']);
  });

  test('of what a comment silences are not made', async () => {
    const root = treeOf({
      'net/quux.c': ops('a').replace(
        '\t.exit =',
        '\t/* pernet-lens-ignore exit-takes-global-lock: rare */\n\t.exit =',
      ),
    });
    expect(await fixesIn(root)).toMatchObject({ applied: [], left: [] });
  });

  test('keep the ends of lines', async () => {
    const root = treeOf({ 'net/quux.c': ops('a').replaceAll('\n', '\r\n') });
    expect((await fixesIn(root)).texts.read('net/quux.c')).toBe(fixed('a').replaceAll('\n', '\r\n'));
  });

  test('that leave questions wait for --ask; the questions name lines of the files on disk', async () => {
    const asking = ops('b').replace('b_drop(net);', 'b_drop(net);\n\tflush_work(&b_work);');
    const root = treeOf({ 'net/quux.c': ops('a') + asking });
    const { applied, left } = await fixesIn(root);
    expect(applied).toHaveLength(1);
    expect(left).toMatchObject([{ place: { name: 'b_net_ops' }, fate: { kind: 'asked' } }]);
    const asked = await fixesIn(root, { choice: { ask: true } });
    const lines = (ops('a') + asking).split('\n');
    const questions = asked.applied.flatMap(({ edit }) => edit.questions);
    expect(questions.map(({ range }) => lines[range.start.line - 1])).toContain('\tflush_work(&b_work);');
  });

  test('are refused with a reason', async () => {
    const root = treeOf({
      'net/quux.c': `${ops('a')}\nvoid a_now(struct net *net)\n{\n\ta_exit_net(net);\n}\n`,
    });
    const { applied, left } = await fixesIn(root);
    expect(applied).toEqual([]);
    expect(left.map(({ fate }) => fate.kind)).toEqual(['refused']);
    expect(left[0]!.outcomes[0]).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('a_exit_net'),
    });
  });

  test('know the ops outside of the paths that use the same handler', async () => {
    const shared = ops('a').replace('static void', 'void');
    const user = 'static struct pernet_operations b_net_ops = {\n\t.exit = a_exit_net,\n};\n';
    const root = treeOf({ 'net/quux.c': shared, 'net/corge.c': user });
    const { applied, left } = await fixesIn(root, { paths: [join(root, 'net/quux.c')] });
    expect({ applied, fates: left.map(({ fate }) => fate.kind) }).toEqual({
      applied: [],
      fates: ['refused'],
    });
  });

  test('of other handlers are made where a refactoring fails on one, or makes a wrong edit', async () => {
    const root = treeOf({ 'net/quux.c': ['a', 'b', 'c', 'd'].map(ops).join('') });
    const hoist = REFACTORINGS.find(({ id }) => id === 'wrap-and-hoist')!;
    const { draft } = hoist;
    const spy = vi.spyOn(hoist, 'draft').mockImplementation(async subject => {
      const made = await draft(subject);
      if (made?.kind !== 'draft' || subject.ops.name === 'd_net_ops') return made;
      if (subject.ops.name === 'a_net_ops') throw new Error('a slip');
      const nothing = { start: 0, end: 0, text: '/* */\n' };
      const overlapping = [0, 2].map(start => ({ start, end: start + 5, text: '' }));
      const edits = subject.ops.name === 'b_net_ops' ? [nothing] : overlapping;
      return { ...made, edits: [{ file: subject.file, edits }] };
    });
    onTestFinished(() => spy.mockRestore());
    const fixes = await fixesIn(root);
    expect(names(fixes)).toEqual(['d_net_ops']);
    expect(fixes.texts.read('net/quux.c')).toBe(['a', 'b', 'c'].map(ops).join('') + fixed('d'));
    expect(
      fixes.left.map(
        ({ outcomes }) => outcomes.flatMap(one => (one.kind === 'refused' ? [one.reason] : []))[0],
      ),
    ).toEqual([
      'pernet-lens failed (a slip); please report it as a bug',
      'the edit did not do what it should, and was taken back: exit-takes-global-lock would still be reported',
      'the edit did not do what it should, and was taken back: pernet-lens failed (net/quux.c: two edits overlap at offset 2); please report it as a bug',
    ]);
  });

  test('end when they are interrupted', async () => {
    const abort = new AbortController();
    abort.abort();
    expect(await fixesIn(treeOf({ 'net/quux.c': ops('a') }), { signal: abort.signal })).toMatchObject({
      applied: [],
      partial: true,
    });
  });
});

describe('files', () => {
  test('that must not be touched are left alone, the others are not', async () => {
    const root = treeOf({ 'net/a.c': ops('a'), 'net/b.c': ops('b') });
    const fixes = await fixesIn(root, { whyUntouchable: file => (file === 'net/a.c' ? 'it is mine' : null) });
    expect(names(fixes)).toEqual(['b_net_ops']);
    expect(fixes.left).toMatchObject([{ fate: { kind: 'left-alone', file: 'net/a.c', why: 'it is mine' } }]);
  });

  test('that are no UTF-8 are left alone', async () => {
    const root = treeOf({ 'net/a.c': ops('a') });
    appendFileSync(join(root, 'net/a.c'), Buffer.from([0x2f, 0x2a, 0xe9, 0x2a, 0x2f, 0x0a]));
    expect((await fixesIn(root)).left).toMatchObject([{ fate: { kind: 'left-alone', file: 'net/a.c' } }]);
  });

  test('that changed on disk in between are not written, the others are', async () => {
    const root = treeOf({ 'net/a.c': ops('a'), 'net/b.c': ops('b') });
    const fixes = await fixesIn(root);
    appendFileSync(join(root, 'net/a.c'), '\n');
    const unsaved = saveFixes(root, fixes);
    expect(unsaved).toMatchObject([
      { fixes: [{ place: { name: 'a_net_ops' } }], why: expect.stringContaining('changed on disk') },
    ]);
    expect([read(root, 'net/a.c'), read(root, 'net/b.c')]).toEqual([`${ops('a')}\n`, fixed('b')]);
  });

  test('are touched only where they can be written and lie in the tree', () => {
    const outside = folderWith({ 'x.c': '' });
    const root = folderWith({
      'ok.c': '',
      'locked.c': '',
      'link.c': `→ ${join(outside, 'x.c')}`,
      'in.c': '→ ok.c',
    });
    chmodSync(join(root, 'locked.c'), 0o444);
    const why = untouchable({ root, writes: true, committedOnly: true });
    expect(['ok.c', 'in.c', 'locked.c', 'link.c', 'gone.c'].map(why)).toEqual([
      null,
      null,
      'it is read-only',
      'it lies outside of the tree',
      'no such file or folder',
    ]);
    expect(untouchable({ root, writes: false, committedOnly: true })('locked.c')).toBeNull();
  });
});

describe('writing several files', () => {
  const replacement = (root: string, file: string, after = 'new') => ({
    path: join(root, file),
    before: Buffer.from('old'),
    after: Buffer.from(after),
  });

  test('writes all of them, with their modes, through links, and leaves nothing beside', () => {
    const root = folderWith({ 'a.c': 'old', 'real/b.c': 'old', 'b.c': '→ real/b.c' });
    chmodSync(join(root, 'a.c'), 0o775);
    expect(replaceTogether(['a.c', 'b.c'].map(file => replacement(root, file)))).toBeNull();
    expect([read(root, 'a.c'), read(root, 'real/b.c')]).toEqual(['new', 'new']);
    expect(statSync(join(root, 'a.c')).mode & 0o777).toBe(0o775);
    expect(lstatSync(join(root, 'b.c')).isSymbolicLink()).toBe(true);
    expect([readdirSync(root).sort(), readdirSync(join(root, 'real'))]).toEqual([
      ['a.c', 'b.c', 'real'],
      ['b.c'],
    ]);
  });

  test.each([
    [
      'has changed',
      (file: string) => writeFileSync(file, 'other'),
      'it has changed on disk since it was read',
    ],
    ['is read-only', (file: string) => chmodSync(file, 0o444), 'it is read-only'],
    ['is a folder now', (file: string) => mkdirSync(`${file}.d`), null],
  ])('writes none of them where one %s', (_, spoil, why) => {
    const root = folderWith({ 'a.c': 'old', 'b.c': 'old' });
    spoil(join(root, 'b.c'));
    const last = why === null ? 'b.c.d' : 'b.c';
    expect(replaceTogether(['a.c', last].map(file => replacement(root, file)))).toBe(
      `${join(root, last)}: ${why ?? 'it is no plain file'}`,
    );
    expect(read(root, 'a.c')).toBe('old');
    expect(readdirSync(root).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });

  test('writes none of them where a folder takes no files', () => {
    const root = folderWith({ 'a.c': 'old', 'shut/b.c': 'old' });
    for (const path of [root, join(root, 'a.c'), join(root, 'shut/b.c')]) chmodSync(path, 0o777);
    chmodSync(join(root, 'shut'), 0o555);
    const why = asOrdinaryUser(() =>
      replaceTogether(['a.c', 'shut/b.c'].map(file => replacement(root, file))),
    );
    expect(why).toBe(`${join(root, 'shut/b.c')}: no permission`);
    expect(read(root, 'a.c')).toBe('old');
  });
});

describe('texts', () => {
  test('are read once, edited, undone, and know the lines they had on disk', () => {
    const root = folderWith({ 'a.c': 'one\ntwo\nthree\n' });
    const texts = fixTexts(root);
    expect([texts.read('a.c'), texts.read('none.c')]).toEqual(['one\ntwo\nthree\n', null]);
    writeFileSync(join(root, 'a.c'), 'other');
    texts.edit('a.c', [{ start: 0, end: 0, text: 'zero\n' }]);
    texts.edit('a.c', [{ start: 5, end: 9, text: '' }]);
    expect(texts.read('a.c')).toBe('zero\ntwo\nthree\n');
    expect(texts.lineBefore('a.c', 3)).toBe(3);
    expect(texts.lineBefore('a.c', 2)).toBe(2);
    texts.undo('a.c');
    expect([texts.read('a.c'), texts.lineBefore('a.c', 4)]).toEqual(['zero\none\ntwo\nthree\n', 3]);
    expect([texts.original('a.c').toString(), texts.edited()]).toEqual(['one\ntwo\nthree\n', ['a.c']]);
  });
});

describe('an edit is taken back', () => {
  const rtnl = found('exit-takes-rtnl', 'warning');
  const wait = found('exit-waits-grace-period', 'warning');

  test.each([
    ['removes what it serves', [rtnl], [], null],
    ['removes one of two', [rtnl, rtnl], [rtnl], null],
    [
      'only moves it',
      [rtnl],
      [{ ...rtnl, slot: 'pre_exit' as const }],
      'exit-takes-rtnl would still be reported',
    ],
    ['brings another', [rtnl], [wait], 'exit-waits-grace-period on `quux_net_ops` would appear'],
    ['leaves nothing to share', [rtnl], [found('exit-without-batch', 'information')], null],
  ])('unless it does what it should: %s', (_, before, after, wrong) => {
    expect(whatWentWrong(before, after, ['exit-takes-rtnl'])).toBe(wrong);
  });
});
