import { chmodSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../src/core/configuration';
import { CONFIG_FILE, loadConfiguration, readConfigurationFile } from '../../src/host/config-file';
import { asOrdinaryUser, folderWith } from './folder';

/** The depth that is in force for a folder, and the file that said so. */
function depth(root: string, folder: string, tree: string | null): [number, string | null] {
  const loaded = loadConfiguration(`${root}/${folder}`, tree === null ? null : `${root}/${tree}`);
  if (loaded.kind === 'refused') throw new Error(loaded.message);
  return [loaded.configuration.depth, loaded.file?.slice(root.length + 1) ?? null];
}

describe('which file counts', () => {
  const FILES = {
    [CONFIG_FILE]: '{ "depth": 1 }',
    [`tree/${CONFIG_FILE}`]: '{ "depth": 2 }',
    [`tree/net/${CONFIG_FILE}`]: '{ "depth": 3 }',
    'tree/net/ipv4/a.c': '',
    'tree/drivers/b.c': '',
    'module/src/m.c': '',
  };

  test.each([
    ['the nearest above', 'tree/net/ipv4', 'tree', [3, `tree/net/${CONFIG_FILE}`]],
    ['the one of the tree root', 'tree/drivers', 'tree', [2, `tree/${CONFIG_FILE}`]],
    ['any above where there is no tree', 'module/src', null, [1, CONFIG_FILE]],
    ['the nearest of an out-of-tree module', 'module/src', 'tree', [1, CONFIG_FILE]],
  ])('%s', (_, folder, tree, expected) => {
    expect(depth(folderWith(FILES), folder, tree)).toEqual(expected);
  });

  test('none above the tree root', () => {
    const root = folderWith({ [CONFIG_FILE]: '{ "depth": 1 }', 'tree/net/a.c': '' });
    expect(depth(root, 'tree/net', 'tree')).toEqual([DEFAULT_CONFIGURATION.depth, null]);
  });

  test("the tree's own for an out-of-tree module that has none", () => {
    const root = folderWith({ [`tree/${CONFIG_FILE}`]: '{ "depth": 2 }', 'module/m.c': '' });
    expect(depth(root, 'module', 'tree')).toEqual([2, `tree/${CONFIG_FILE}`]);
  });

  test('a folder whose name only begins like the tree is not in it', () => {
    const root = folderWith({ [CONFIG_FILE]: '{ "depth": 1 }', 'tree/a.c': '', 'tree-2/a.c': '' });
    expect(depth(root, 'tree-2', 'tree')).toEqual([1, CONFIG_FILE]);
  });
});

describe('a file that cannot be used is refused', () => {
  test('with file, line and column of every problem', () => {
    const root = folderWith({ [CONFIG_FILE]: '{\n  "depth": 0,\n  "slot": []\n}' });
    const file = `${root}/${CONFIG_FILE}`;
    expect(loadConfiguration(root, null)).toEqual({
      kind: 'refused',
      message: `${file}:2:12: "depth" must be 1 or more, not 0\n${file}:3:3: unknown key "slot"; did you mean \`slots\`?`,
      file,
      problems: [
        { line: 2, column: 12, message: '"depth" must be 1 or more, not 0' },
        { line: 3, column: 3, message: 'unknown key "slot"; did you mean `slots`?' },
      ],
    });
  });

  test('a file that may not be read', () => {
    const root = folderWith({ [CONFIG_FILE]: '{}' });
    chmodSync(root, 0o755);
    chmodSync(`${root}/${CONFIG_FILE}`, 0);
    expect(asOrdinaryUser(() => loadConfiguration(root, null))).toEqual({
      kind: 'refused',
      message: `cannot read the configuration ${root}/${CONFIG_FILE}: no permission`,
      file: `${root}/${CONFIG_FILE}`,
      problems: [],
    });
  });

  test('a folder of that name', () => {
    const root = folderWith({ [`${CONFIG_FILE}/a`]: '' });
    expect(readConfigurationFile(`${root}/${CONFIG_FILE}`)).toEqual({
      kind: 'refused',
      message: `cannot read the configuration ${root}/${CONFIG_FILE}: it is a folder`,
      file: `${root}/${CONFIG_FILE}`,
      problems: [],
    });
  });
});
