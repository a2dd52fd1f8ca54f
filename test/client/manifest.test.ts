import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import bundle from '../../l10n/bundle.l10n.json';
import manifest from '../../package.json';
import nls from '../../package.nls.json';
import schema from '../../schemas/pernet-lens.schema.json';
import { RULES } from '../../src/core/rules';
import * as messages from '../../src/shared';
import { filesBelow, REPOSITORY, textOf } from '../support/repository';

const { contributes } = manifest;
const settings: Readonly<Record<string, Schema>> = contributes.configuration.properties;
const clientCode = filesBelow('src/client').map(textOf).join('\n');
const everywhere = JSON.stringify(manifest);

type Schema = Readonly<Record<string, unknown>>;

const DESCRIBING = new Set(['description', 'markdownDescription', 'order', 'scope', 'examples']);
const definitions: Readonly<Record<string, Schema>> = schema.definitions;

/** A JSON schema without its texts, references replaced by what they mean. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as Schema;
  const meant =
    typeof $ref === 'string' ? { ...rest, ...definitions[$ref.replace('#/definitions/', '')] } : rest;
  return Object.fromEntries(
    Object.entries(meant)
      .filter(([key, inner]) => !DESCRIBING.has(key) || typeof inner === 'object')
      .filter(([key]) => key !== 'examples')
      .map(([key, inner]) => [key, bare(inner)]),
  );
}

describe('settings', () => {
  /** Settings of the editor, with no counterpart in the configuration file. */
  const EDITOR_ONLY = ['codeLens', 'trace.server'];
  const { $schema: _, ...fileKeys } = schema.properties;

  test('are the keys of the configuration file, and some about the editor', () => {
    expect(Object.keys(settings).sort()).toEqual(
      [...Object.keys(fileKeys), ...EDITOR_ONLY].map(key => `pernetLens.${key}`).sort(),
    );
  });

  test.each(Object.entries(fileKeys))(
    '%s takes what the file takes, with the same default',
    (key, inFile) => {
      expect(bare(settings[`pernetLens.${key}`])).toEqual(bare(inFile));
    },
  );

  test('say where they hold, and are described', () => {
    for (const [name, { scope, markdownDescription }] of Object.entries(settings)) {
      expect(scope, name).toMatch(/^(?:resource|window)$/);
      expect(markdownDescription, name).toMatch(/^%setting\./);
    }
  });

  test('of rules name each with its default severity', () => {
    const texts: Readonly<Record<string, string>> = nls;
    for (const { code, severity } of RULES)
      expect(texts[`setting.severities.${code}`], code).toContain(`Default: \`${severity}\``);
  });
});

describe('texts', () => {
  const used = new Set([...everywhere.matchAll(/%([\w.-]+)%/g)].map(([, key]) => key));

  test('of the manifest are all there, and all used', () => {
    expect([...used].sort()).toEqual(Object.keys(nls).sort());
  });

  test('follow one spelling: netns, no exclamation marks', () => {
    for (const [key, text] of Object.entries(nls)) expect(text, key).not.toMatch(/!|namespace instance/);
  });
});

describe('messages of the client', () => {
  test('are all in the bundle for translators, and nothing else', () => {
    const said = [...clientCode.matchAll(/l10n\.t\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, text]) => text!);
    expect(said.length).toBeGreaterThan(30);
    expect(Object.entries(bundle)).toEqual([...new Set(said)].sort().map(text => [text, text]));
  });

  test('are never put together from pieces that cannot be translated', () => {
    expect(clientCode).not.toMatch(/l10n\.t\(\s*[`"]/);
  });
});

describe('commands', () => {
  const declared = contributes.commands.map(({ command }) => command);
  const literal = [...clientCode.matchAll(/(?:registerCommand\(\s*|command\()[`']([\w.${}]+)[`']/g)];
  const shared = [...clientCode.matchAll(/registerCommand\(\s*([A-Z_]+)/g)];
  const registered = [
    ...literal.map(([, name]) => name!),
    ...shared.map(([, constant]) => (messages as Readonly<Record<string, unknown>>)[constant!] as string),
  ];

  test('of the manifest are run by the client', () => {
    const short = (name: string): string => name.replace(/^pernetLens\./, '').replace(/^dismantle\./, '');
    const known = new Set(registered.map(short));
    expect(declared.filter(name => !known.has(short(name)))).toEqual([]);
  });

  test('in menus and texts exist', () => {
    const inMenus = Object.values(contributes.menus).flatMap(entries =>
      entries.map(({ command }) => command),
    );
    const inTexts = [...JSON.stringify(nls).matchAll(/command:(pernetLens[\w.]+)/g)].map(([, name]) => name!);
    expect([...inMenus, ...inTexts].filter(name => !declared.includes(name))).toEqual([]);
  });

  test('that need an entry of the view are not in the palette', () => {
    const hidden = contributes.menus.commandPalette.filter(({ when }) => when === 'false');
    const onItems = contributes.menus['view/item/context'].map(({ command }) => command);
    const alone = ['pernetLens.showPath', 'pernetLens.simulate'];
    expect([...new Set(onItems)].filter(name => !alone.includes(name)).sort()).toEqual(
      hidden.map(({ command }) => command).sort(),
    );
  });
});

describe('when clauses', () => {
  test('only ask for what the client says', () => {
    const asked = new Set(
      [...everywhere.matchAll(/pernetLens\.(near|scanning|filtered|grouping|state)\b/g)].map(
        ([, name]) => name,
      ),
    );
    expect([...asked].sort()).toEqual(['filtered', 'grouping', 'near', 'scanning', 'state']);
    const states = contributes.viewsWelcome.map(({ when }) => /'(\w+)'/.exec(when)![1]);
    const context = textOf('src/client/context.ts');
    for (const state of states) expect(context).toContain(`'${state}'`);
  });
});

describe('the problem matcher', () => {
  const [{ regexp }] = contributes.problemPatterns as [(typeof contributes.problemPatterns)[number]];

  test('reads the terse format as docs/cli.md gives it', () => {
    expect(textOf('src/report/terse.ts')).toContain(regexp);
    expect(
      new RegExp(regexp).exec('net/foo/a b.c:12:10: note: `f` takes [x] [exit-takes-rtnl]')?.slice(1),
    ).toEqual(['net/foo/a b.c', '12', '10', 'note', '`f` takes [x]', 'exit-takes-rtnl']);
  });
});

describe('files', () => {
  const named = [
    ...everywhere.matchAll(/"(?:\.\/)?((?:(?:media|syntaxes|schemas)\/[\w./-]+|l10n(?="[,}])))"/g),
  ].map(([, path]) => path!);

  test('that the manifest names exist', () => {
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter(path => !existsSync(join(REPOSITORY, path)))).toEqual([]);
  });

  test('that the manifest names are packed', () => {
    const allowed = textOf('.vscodeignore')
      .split('\n')
      .flatMap(line => (line.startsWith('!') ? [line.slice(1)] : []))
      .map(glob => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`));
    const packed = (path: string): boolean => allowed.some(glob => glob.test(path));
    const files = named.flatMap(path =>
      path === 'l10n' ? readdirSync(join(REPOSITORY, path)).map(name => `l10n/${name}`) : path,
    );
    expect(files.filter(path => !packed(path))).toEqual([]);
    expect(packed(manifest.main.replace('./', ''))).toBe(true);
  });
});

describe('trust', () => {
  test('nothing of the workspace is run, so nothing is restricted', () => {
    expect(manifest.capabilities.untrustedWorkspaces).toEqual({ supported: true });
    expect(manifest.extensionKind).toEqual(['workspace']);
  });
});
