import { expect, test } from 'vitest';
import { verify } from '../../src/core/refactorings';
import { maskTables } from '../../src/core/syntax';
import { testParser } from '../support/parser';

const FILE = 'net/quux.c';

const BEFORE = `static void quux_open(struct net *net)
{
	quux_ready = 1;
}

static void quux_flush(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}

static void quux_exit_net(struct net *net)
{
	quux_flush(net);
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`;

/** What is wrong with an edit of `quux_exit_net` that puts one text in another's place. */
async function wrong(was: string, is: string, functions: readonly string[] = ['quux_exit_net']) {
  const start = BEFORE.indexOf(was);
  const edits = [{ file: FILE, edits: [{ start, end: start + was.length, text: is }] }];
  const read = (file: string): string | null => (file === FILE ? BEFORE : null);
  return verify({ edits, functions }, read, { parser: await testParser(), tables: maskTables() });
}

test('an edit of the function that it is about is well', async () => {
  expect(await wrong('quux_flush(net);\n}', 'quux_flush(net);\n\tquux_stats_fini(net);\n}')).toEqual([]);
});

test('a helper that it names may change, and with it who calls the helper', async () => {
  expect(await wrong('\trtnl_lock();\n', '\tASSERT_RTNL();\n', ['quux_flush'])).toEqual([]);
  expect(await wrong('quux_flush(net);\n}', 'quux_flush(nets);\n}', ['quux_flush'])).toEqual([]);
});

test('a function that no longer parses', async () => {
  expect(await wrong('quux_flush(net);\n}', 'if (quux_flush(net) {\n}')).toContain(
    `${FILE}: \`quux_exit_net\` does not parse`,
  );
});

test('another function that changed', async () => {
  expect(await wrong('quux_ready = 1;', 'quux_ready = 2;')).toEqual([`${FILE}: \`quux_open\` has changed`]);
});

test('a function defined twice', async () => {
  const twice = 'static void quux_open(struct net *net)\n{\n\tquux_exit_net(net);\n}\n\n';
  expect(await wrong('static struct', `${twice}static struct`)).toEqual([
    `${FILE}: \`quux_open\` is defined twice`,
  ]);
});

test('functions lost', async () => {
  const [from, to] = [BEFORE.indexOf('static void quux_flush'), BEFORE.indexOf('static struct')];
  expect(await wrong(BEFORE.slice(from, to), '', ['quux_exit_net', 'quux_flush'])).toEqual([
    `${FILE}: \`quux_flush\`, \`quux_exit_net\` lost`,
  ]);
});

test('a line between functions that has nothing to do with it', async () => {
  expect(
    await wrong('static struct pernet_operations quux_net_ops', 'struct pernet_operations quux_net_ops'),
  ).toEqual([`${FILE}: "static struct pernet_operations quux_net_ops = {" is gone`]);
  expect(await wrong('\t.exit = quux_exit_net,\n', '\t.exit_batch = quux_exit_net,\n')).toEqual([]);
});

test('blanks and blank lines too many', async () => {
  expect(await wrong('quux_flush(net);\n}', 'quux_flush(net); \n}')).toEqual([
    `${FILE}: a line ends in blanks`,
  ]);
  expect(await wrong('quux_flush(net);\n}', 'quux_flush(net);\n\n}')).toEqual([
    `${FILE}: a blank line stands where none belongs`,
  ]);
});

test('edits that overlap, and a file that is not there', async () => {
  const bench = { parser: await testParser(), tables: maskTables() };
  const overlapping = [
    { start: 0, end: 3, text: '' },
    { start: 2, end: 4, text: '' },
  ];
  const edits = [{ file: FILE, edits: overlapping }];
  expect(verify({ edits, functions: [] }, () => BEFORE, bench)).toEqual([
    `${FILE}: two edits overlap at offset 2`,
  ]);
  expect(verify({ edits, functions: [] }, () => null, bench)).toEqual([`${FILE}: cannot be read`]);
});
