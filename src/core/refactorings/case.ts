import type { Effect, Ops } from '../project';
import { lineOf, type PlainText, plain } from '../text';
import { definitionsOf, type Handler, holdsToTheEnd, readHandler } from './reading/handler';
import { lockOf } from './reading/locks';
import { type Mention, mentionsOf } from './reading/mentions';
import type { Statement } from './reading/statement';
import { type ExitPathRequest, type Refusal, refusal } from './refactoring';
import { type Initialiser, readInitialiser } from './writing/initialiser';

/** A handler that shall change, read once for all refactorings. Offsets are those of texts with plain newlines. */
export interface Case extends ExitPathRequest {
  readonly file: string;
  readonly text: string;
  readonly handler: Handler;
  readonly initialiser: Initialiser;
  /** Where else in its file the handler is named. */
  readonly mentions: readonly Mention[];
  /** Other files that name it. */
  readonly elsewhere: readonly string[];
  /** Ops that use the handler in the same slot, this one first. */
  readonly users: readonly Ops[];
  /** A file's text with plain newlines, and how to translate edits back. */
  readonly plainText: (file: string) => PlainText | null;
  /** What a statement of the handler pays. */
  readonly effectsOf: (statement: Pick<Statement, 'start' | 'end'>) => readonly Effect[];
}

/** Reads what a request is about, or says why nobody can change it by rule. */
export async function openCase(request: ExitPathRequest): Promise<Case | Refusal> {
  const { ops, exitPath, all, parser, tables, texts } = request;
  const { handler: name, slot } = exitPath;
  const plainText = remembering(texts.read);
  const own = plainText(ops.file);
  if (!own) return refusal(`${ops.file} cannot be read`);
  const { text } = own;
  const initialiser = readInitialiser(text, ops);
  const members = initialiser?.members.filter(member => member.name === slot) ?? [];
  if (!initialiser || members.length === 0)
    return refusal(`the initialiser of \`${ops.name}\` could not be read`);
  if (members.length > 1)
    return refusal(
      `\`.${slot}\` of \`${ops.name}\` is set in several #if branches: change all of them by hand, or none`,
      EVIDENCE_VARIANTS,
      19,
    );
  if (
    /^[ \t]*#/m.test(text.slice(initialiser.open, initialiser.close)) &&
    slotIsConditional(text, initialiser, members[0]!.start)
  )
    return refusal(
      `\`.${slot}\` of \`${ops.name}\` stands under #if: change all variants by hand, or none`,
      EVIDENCE_VARIANTS,
      19,
    );
  const definitions = definitionsOf(text, name);
  const [definition] = definitions;
  if (!definition) {
    const where = exitPath.definition;
    if (where?.file === ops.file)
      return refusal(
        `\`${name}\` is no longer in ${ops.file}, which has changed since it was read: look again`,
      );
    return where
      ? refusal(`\`${name}\` is defined in another file (${where.file}), where other ops may rely on it`)
      : refusal(
          `no definition of \`${name}\` was found: a macro makes it, so each of its uses would have to change. Move the work into one function that takes the list, and let the macro call it`,
          '039af9c66b93, 9b5b36374ed6: the act_* handlers became one-liners over a helper',
        );
  }
  if (definitions.length > 1)
    return refusal(
      `\`${name}\` has ${definitions.length} definitions under #if: change all of them by hand, or none`,
      EVIDENCE_VARIANTS,
      19,
    );
  const handler = readHandler(parser, tables, text, definition);
  if (typeof handler === 'string') return refusal(`\`${name}\` is better changed by hand: ${handler}`);
  const effectsOf: Case['effectsOf'] = ({ start, end }) => {
    const [first, last] = [lineOf(text, start), lineOf(text, end)];
    return exitPath.effects.filter(
      ({ path: [hop] }) => hop && hop.file === ops.file && hop.line >= first && hop.line <= last,
    );
  };
  // a guard of a lock of all netns can stand around their loop, one of a lock of each netns cannot
  const ofEachNetns = handler.statements.find(
    statement => lockOf(statement)?.guarded && !effectsOf(statement).some(isGlobalLock),
  );
  if (ofEachNetns) return refusal(`\`${name}\` is better changed by hand: ${holdsToTheEnd(ofEachNetns)}`);
  const others = definition.local
    ? []
    : (await texts.filesMentioning(name)).filter(file => file !== ops.file);
  const users = all.filter(
    other => other.members[slot] === name && (other.file === ops.file || !definition.local),
  );
  return {
    ...request,
    file: ops.file,
    text,
    handler,
    initialiser,
    mentions: mentionsOf(text, name, [definition.nameAt]),
    elsewhere: others,
    users: [ops, ...users.filter(other => other.name !== ops.name || other.file !== ops.file)],
    plainText,
    effectsOf,
  };
}

/** A lock of the whole kernel, taken by the very statement. */
export const isGlobalLock = ({ kind, lockOwner, depth }: Effect): boolean =>
  depth === 1 && (kind === 'rtnl' || (kind === 'global-lock' && lockOwner === 'global'));

const EVIDENCE_VARIANTS =
  'ipmr and ip6mr have two variants of rules_exit under #ifdef, of which one is easily missed';

function slotIsConditional(text: string, { open }: Initialiser, at: number): boolean {
  const above = text.slice(open, at);
  const count = (pattern: RegExp): number => [...above.matchAll(pattern)].length;
  return count(/^[ \t]*#[ \t]*if/gm) > count(/^[ \t]*#[ \t]*endif/gm);
}

function remembering(read: (file: string) => string | null): (file: string) => PlainText | null {
  const known = new Map<string, PlainText | null>();
  return file => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const text = read(file);
    const found = text === null ? null : plain(text);
    known.set(file, found);
    return found;
  };
}
