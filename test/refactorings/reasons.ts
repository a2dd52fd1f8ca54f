import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../support/repository';

const FOLDER = 'src/core/refactorings';

/** A sentence of the code that says why something is not done, or asks whether it may be. */
interface Sentence {
  /** `reading/steps.ts:67` */
  readonly at: string;
  /** As written, what is filled in as `…`. */
  readonly text: string;
  /** Matches what it may become. */
  readonly pattern: RegExp;
}

/** Functions whose first argument is a reason. */
const SAYING = /\b(?:refusal|refuse|refused|reason)\(\s*(?=['"`])/g;

/** The functions in these files answer with a reason where they cannot read something. */
const ANSWERING = /^reading\/(?:call-sites|handler|statement|steps|unlocked-body)\.ts$|^collect-in-loop\.ts$/;
const ANSWERED = /(?:\breturn|\?|(?<!\w):)\s+(?=['"`])/g;

/** Every reason that the refactorings can give, found in their source. */
export const reasonsInSource = (): readonly Sentence[] =>
  sentences((file, text) => [
    ...text.matchAll(SAYING),
    ...(ANSWERING.test(file) ? text.matchAll(ANSWERED) : []),
  ]);

/** Every question that they can ask. */
export const questionsInSource = (): readonly Sentence[] =>
  sentences((_, text) => [...text.matchAll(/\bask\(\s*(?=['"`])/g)]);

function sentences(
  placesIn: (file: string, text: string) => readonly RegExpMatchArray[],
): readonly Sentence[] {
  const files = readdirSync(join(REPOSITORY, FOLDER), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .sort();
  return files.flatMap(file => {
    const text = readFileSync(join(REPOSITORY, FOLDER, file), 'utf8');
    return placesIn(file, text).flatMap((match): Sentence[] => {
      const at = match.index ?? 0;
      const parts = literalAt(text, at + match[0].length);
      // one word is the name of something
      if (!/\w \w/.test(parts.join('…'))) return [];
      const line = text.slice(0, at).split('\n').length;
      const pattern = parts.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]*');
      return [{ at: `${file}:${line}`, text: parts.join('…'), pattern: new RegExp(pattern) }];
    });
  });
}

/** The written parts of the string or template that begins at an offset, between what is filled in. */
function literalAt(text: string, start: number): readonly string[] {
  const quote = text[start]!;
  const parts = [''];
  let at = start + 1;
  while (text[at] !== quote) {
    if (quote === '`' && text.startsWith('${', at)) {
      at = endOfFilling(text, at + 2);
      parts.push('');
      continue;
    }
    if (text[at] === '\\') at++;
    parts.push(`${parts.pop()}${text[at]}`);
    at++;
  }
  return parts;
}

/** Behind the `}` of a `${…}`, which may hold templates itself. */
function endOfFilling(text: string, start: number): number {
  let depth = 1;
  let at = start;
  while (depth > 0) {
    const char = text[at]!;
    if (char === '{') depth++;
    if (char === '}') depth--;
    at++;
    if (!/['"`]/.test(char)) continue;
    while (text[at] !== char) {
      if (char === '`' && text.startsWith('${', at)) at = endOfFilling(text, at + 2);
      else at += text[at] === '\\' ? 2 : 1;
    }
    at++;
  }
  return at;
}
