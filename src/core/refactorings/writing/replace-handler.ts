import type { FileEdit, TextEdit } from '../../text';
import { inOrder, trimmed, wordPattern } from '../../text';
import type { Case } from '../case';
import type { Handler } from '../reading/handler';
import { prototypeAt } from '../reading/mentions';
import { type NewMember, readInitialiser, replaceMember } from './initialiser';

/** A function that takes a handler's place. */
export interface NewFunction {
  readonly name: string;
  /** Up to the `{`, without it. */
  readonly header: string;
  /** All of it. */
  readonly text: string;
}

/**
 * The edits that put functions in a handler's place: its definition, its forward declarations, the comments that name
 * it, and the member of every ops that uses it.
 * @param successor the function that comments which name the handler shall name
 */
export function replaceHandler(
  { file, text, handler, mentions, users, exitPath }: Case,
  functions: readonly NewFunction[],
  members: readonly NewMember[],
  successor: string,
): FileEdit {
  const { definition, name } = handler;
  const from = startWithComment(text, handler);
  const comment = text.slice(from, definition.start).replace(wordPattern(name), successor);
  const heir = heirOf(functions, name, successor);
  const edits: TextEdit[] = [
    trimmed(text, {
      start: from,
      end: definition.end,
      text: functions.map((written, at) => (at === heir ? comment : '') + written.text).join('\n\n'),
    }),
  ];
  for (const { kind, start } of mentions) {
    if (start >= from && start < definition.end) continue;
    if (kind === 'comment' && successor !== name)
      edits.push({ start, end: start + name.length, text: successor });
    if (kind !== 'prototype') continue;
    const prototype = prototypeAt(text, name, start);
    if (!prototype) continue;
    const written = functions.map(({ header }) => `${header.trimEnd()};`).join('\n');
    edits.push({ start: prototype.start, end: prototype.end, text: written });
  }
  for (const user of users) {
    if (user.file !== file) continue;
    const initialiser = readInitialiser(text, user);
    if (initialiser) edits.push(...replaceMember(text, initialiser, exitPath.slot, members));
  }
  return { file, edits: inOrder(edits) };
}

/** Which of several functions the comment above the handler is about: the one with its name, else the one that succeeds it. */
function heirOf(functions: readonly NewFunction[], name: string, successor: string): number {
  const at = (wanted: string): number => functions.findIndex(written => written.name === wanted);
  return at(name) >= 0 ? at(name) : Math.max(0, at(successor));
}

/** The start of a function, or of the comment right above it. */
export function startWithComment(text: string, { definition }: Pick<Handler, 'definition'>): number {
  const above = /(?:^|\n)((?:[ \t]*\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*\n|[ \t]*\/\/[^\n]*\n)+)$/.exec(
    text.slice(0, definition.start),
  );
  return above ? definition.start - above[1]!.length : definition.start;
}
