import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { scripts } from '../package.json';
import { filesBelow, importsOf, REPOSITORY, textOf } from './support/repository';

/** The rooms of src/, from the ground up. A room knows those below it; of its neighbours on the same floor it knows nothing. */
const FLOORS: readonly (readonly string[])[] = [
  ['core/text'],
  ['core/syntax'],
  ['core/kernel'],
  ['core/configuration', 'core/facts'],
  ['core/project'],
  ['core/rules', 'core/refactorings', 'core/impact', 'core/simulation'],
  ['core/dismantle'],
  ['report/simulation'],
  ['report'],
  ['shared'],
  ['host'],
  ['server'],
  ['cli'],
  ['client', 'webview'],
];

/** Who may import what is not ours; other packages are for everybody who needs them. */
const RESTRICTED: readonly (readonly [RegExp, RegExp])[] = [
  [/^web-tree-sitter/, /^src\/core\/syntax\/parser\.ts$/],
  [/^vscode$/, /^src\/client\//],
  [/^vscode-(?:languageserver|languageclient|jsonrpc)/, /^src\/(?:shared|server|client)\//],
  [/^node:/, /^src\/(?:host|server|cli|client)\//],
  [/^node:child_process$/, /^src\/host\/git\.ts$/],
];

/** Modules that would run code of the workspace, or talk to somebody. Git is the one program that is run; see host/git.ts. */
const FORBIDDEN = /^(?:node:)?(?:cluster|http|https|http2|net|tls|dgram|dns|inspector|vm)(?:\/|$)/;

/** Names that make an answer depend on when and where it is computed. */
const IMPURE = [
  'Date',
  'Math.random',
  'process',
  'performance',
  'crypto',
  'console',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'require',
  '__dirname',
  '__filename',
];

const NETWORK = ['fetch', 'WebSocket', 'XMLHttpRequest', 'EventSource', 'navigator.sendBeacon'];

const MOST_LINES = 400;
const MEDIAN_LINES = 150;

const sources = filesBelow('src').filter(file => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const code = [...sources, ...['test', 'scripts', 'bench'].flatMap(filesBelow)].filter(file =>
  /\.(?:ts|tsx|mjs|js)$/.test(file),
);

const roomOf = (file: string): string | undefined =>
  FLOORS.flat().find(room => file.startsWith(`src/${room}/`));
const floorOf = (room: string): number => FLOORS.findIndex(rooms => rooms.includes(room));

/** The file that an import of the repository means; where there is none, tsc says so. */
const target = (path: string): string =>
  [path, `${path}.ts`, `${path}.d.ts`, `${path}/index.ts`].find(file =>
    statSync(join(REPOSITORY, file), { throwIfNoEntry: false })?.isFile(),
  ) ?? path;

/** Every import from one file of src/ to another. */
const ways = sources.flatMap(from =>
  importsOf(from)
    .filter(name => name.startsWith('src/'))
    .map(name => ({ from, to: target(name) })),
);

/** Free names of a list that a file uses as values; comments, strings, types and its own names do not count. */
function freeNames(file: string, names: readonly string[]): readonly string[] {
  const marks = names.map((name, index) => [name, `FREE_NAME_${index}`] as const);
  const { code } = transformSync(textOf(file), { loader: 'ts', define: Object.fromEntries(marks) });
  return marks.filter(([, mark]) => new RegExp(`\\b${mark}\\b`).test(code)).map(([name]) => name);
}

describe('imports', () => {
  test('are found', () => {
    expect(importsOf('src/core/syntax/parser.ts')).toEqual(['web-tree-sitter']);
    expect(ways.length).toBeGreaterThan(sources.length);
  });

  test('every file of src/ is in a room', () => {
    expect(sources.filter(file => roomOf(file) === undefined)).toEqual([]);
  });

  test('go downwards only', () => {
    const upwards = ways.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      return room && other && room !== other && floorOf(other) >= floorOf(room);
    });
    expect(upwards).toEqual([]);
  });

  test('enter a room by its door', () => {
    const throughTheWindow = ways.filter(({ from, to }) => {
      const room = roomOf(to);
      const door = `src/${room}/index.ts`;
      return room !== roomOf(from) && sources.includes(door) && to !== door;
    });
    expect(throughTheWindow).toEqual([]);
  });

  test('of the simulation stay inside it', () => {
    const outside = sources
      .filter(file => file.startsWith('src/core/simulation/'))
      .flatMap(file => importsOf(file).map(name => ({ file, name })))
      .filter(({ name }) => !name.startsWith('src/core/simulation/'));
    expect(outside).toEqual([]);
  });

  test.each(RESTRICTED)('of %s only stand in %s', (module, place) => {
    const elsewhere = sources
      .filter(file => !place.test(file))
      .flatMap(file => importsOf(file).map(name => ({ file, name })))
      .filter(({ name }) => module.test(name));
    expect(elsewhere).toEqual([]);
  });

  test('of nothing that runs code or uses a network', () => {
    const found = sources
      .flatMap(file => importsOf(file).map(name => ({ file, name })))
      .filter(({ name }) => FORBIDDEN.test(name));
    expect(found).toEqual([]);
  });
});

test('no program is run but git', () => {
  const spawned = [...textOf('src/host/git.ts').matchAll(/(?<![.\w])(?:spawn|exec|fork)\w*\((.*?),/g)];
  expect(spawned.map(([, program]) => program)).toEqual(["'git'"]);
});

describe('names', () => {
  test('that are free are told from those that are not', () => {
    expect(freeNames('src/cli/bin.ts', IMPURE)).toContain('process');
    expect(freeNames('src/core/facts/definitions.ts', ['RegExp', 'Date'])).not.toContain('Date');
  });

  test('of clock, chance and machine do not occur in the core', () => {
    const impure = sources
      .filter(file => file.startsWith('src/core/'))
      .map(file => ({ file, uses: freeNames(file, IMPURE) }))
      .filter(({ uses }) => uses.length > 0);
    expect(impure).toEqual([]);
  });

  test('of the network do not occur at all', () => {
    const calling = sources.filter(file => freeNames(file, NETWORK).length > 0);
    expect(calling).toEqual([]);
  });
});

describe('files', () => {
  const linesOf = (file: string): number => textOf(file).split('\n').length - 1;

  test('are short: the median far below the longest, none beyond a sitting', () => {
    expect(code.filter(file => linesOf(file) > MOST_LINES)).toEqual([]);
    const sorted = sources.map(linesOf).sort((a, b) => a - b);
    expect(sorted[sorted.length >> 1]).toBeLessThan(MEDIAN_LINES);
  });

  test('name no folder of the machine they were written on', () => {
    const texts = filesBelow('').filter(file =>
      /\.(?:[cm]?[jt]s|json|md|sh|c|h|cocci|ya?ml)$|(?:^|\/)run$/.test(file),
    );
    expect(texts).toContain('package.json');
    const machine = /(?<![\w.~-])\/(?:root|work|Users)\//;
    const naming = texts.filter(file => basename(file) !== 'package-lock.json' && machine.test(textOf(file)));
    expect(naming).toEqual([]);
  });
});

describe('package.json', () => {
  const commands = Object.entries(scripts).flatMap(([name, script]) =>
    script.split('&&').map(command => [name, command.trim()] as const),
  );

  test.each(commands)('%s: %s can be run', (_, command) => {
    const [program, ...words] = command.split(' ');
    if (program !== 'node') expect(existsSync(join(REPOSITORY, 'node_modules/.bin', program!))).toBe(true);
    const files = words.filter(word => /\.(?:mjs|ts|json)$/.test(word));
    expect(files.filter(file => !existsSync(join(REPOSITORY, file)))).toEqual([]);
  });

  test('has the scripts that the documentation and .ci/run name', () => {
    const named = filesBelow('')
      .filter(file => file.endsWith('.md') || file === '.ci/run')
      .map(textOf)
      .flatMap(text => [...text.matchAll(/\bnpm (?:run ([\w:]+)|(test)\b)/g)])
      .map(([, run, plain]) => (run ?? plain)!);
    expect(named).toContain('test');
    expect(named.filter(name => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const page = textOf('ARCHITECTURE.md');

  test('names tests and files that exist', () => {
    const tests = [...page.matchAll(/`(test\/[^`]*\.test\.ts)`/g)].map(([, file]) => file!);
    const links = [...page.matchAll(/\]\(((?!http)[^)#]+)\)/g)].map(([, file]) => file!);
    expect(tests.length).toBeGreaterThan(15);
    expect([...tests, ...links].filter(file => !existsSync(join(REPOSITORY, file)))).toEqual([]);
  });

  test('gives every invariant its test', () => {
    const invariants = page.match(/^\d+\. .*(?:\n +.*)*/gm)!.filter(text => text.includes(' — '));
    expect(invariants.length).toBeGreaterThan(9);
    const section = page.slice(page.indexOf('## Invariants'), page.indexOf('## Where to look'));
    expect(section.match(/^\d+\. /gm)).toHaveLength(invariants.length);
  });

  test('shows every room on its floor', () => {
    const [, house = ''] = /know nothing of each other:\n\n```\n(.*?)```/s.exec(page)!;
    const at = (room: string): number => house.search(new RegExp(`(?:^|\\s)${room}\\s`));
    const shown = FLOORS.map(rooms => rooms.filter(room => room !== 'report/simulation').map(at)).filter(
      ({ length }) => length > 0,
    );
    expect(shown.flat().filter(position => position < 0)).toEqual([]);
    const topToBottom = shown.map(positions => Math.min(...positions)).reverse();
    expect(topToBottom).toEqual([...topToBottom].sort((a, b) => a - b));
  });
});
