import { expect, test } from 'vitest';
import { findTreeRoot, TREE_MARK, whyNoTree } from '../../src/host/tree';
import { folderWith } from './folder';

const TREE = { [TREE_MARK]: '', 'net/quux/quux.c': '' };

test('the root is found from a file, a folder and the root itself', () => {
  const root = folderWith(TREE);
  for (const path of ['net/quux/quux.c', 'net/quux', '.'])
    expect(findTreeRoot(`${root}/${path}`.replace('/.', ''))).toBe(root);
});

test('the nearest tree counts: one tree may lie in another', () => {
  const root = folderWith({ ...TREE, [`old/${TREE_MARK}`]: '', 'old/net/a.c': '' });
  expect(findTreeRoot(`${root}/old/net/a.c`)).toBe(`${root}/old`);
});

test('no mark, no tree', () => {
  const root = folderWith({ 'quux.c': '' });
  expect(findTreeRoot(`${root}/quux.c`)).toBeNull();
});

test('why a folder is no tree', () => {
  const root = folderWith({ ...TREE, 'a.c': '' });
  expect(whyNoTree(root)).toBeNull();
  expect(whyNoTree(`${root}/nowhere`)).toBe(`${root}/nowhere: no such file or folder`);
  expect(whyNoTree(`${root}/a.c`)).toBe(`${root}/a.c is not a folder`);
  expect(whyNoTree(`${root}/net`)).toBe(
    `${root}/net is no kernel tree: it has no include/net/net_namespace.h; ${root} has it`,
  );
  const bare = folderWith({});
  expect(whyNoTree(bare)).toBe(`${bare} is no kernel tree: it has no include/net/net_namespace.h`);
});
