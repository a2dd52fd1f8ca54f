import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { contributes } from '../../package.json';
import { REPOSITORY, textOf } from '../support/repository';

/** A piece of a line and the scopes that a theme sees on it, the innermost last. */
export interface Token {
  readonly text: string;
  readonly scopes: readonly string[];
}

/** VS Code's own C grammar as of 1.139, from better-c-syntax (MIT): what our grammars are injected into. */
const C_GRAMMAR = 'test/client/c.tmLanguage.json';

/** The tokens of each line of C, as VS Code makes them with the grammars of our manifest. */
export async function tokenise(source: string): Promise<readonly (readonly Token[])[]> {
  const grammar = await grammarOfC();
  let state = textmate.INITIAL;
  return source.split('\n').map(line => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({
      text: line.slice(startIndex, endIndex),
      scopes,
    }));
  });
}

let loaded: Promise<textmate.IGrammar> | undefined;
const grammarOfC = () => {
  loaded ??= load();
  return loaded;
};

async function load(): Promise<textmate.IGrammar> {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(readFileSync(wasm));
  const files = new Map([
    ['source.c', C_GRAMMAR],
    ...contributes.grammars.map(({ scopeName, path }) => [scopeName, path] as const),
  ]);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: patterns => new oniguruma.OnigScanner([...patterns]),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: async scope => {
      const file = files.get(scope);
      return file ? textmate.parseRawGrammar(textOf(file), join(REPOSITORY, file)) : null;
    },
    getInjections: scope =>
      contributes.grammars
        .filter(({ injectTo }) => injectTo.includes(scope))
        .map(({ scopeName }) => scopeName),
  });
  const grammar = await registry.loadGrammar('source.c');
  if (!grammar) throw new Error(`no grammar for source.c in ${C_GRAMMAR}`);
  return grammar;
}
