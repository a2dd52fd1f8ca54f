import type { CostChange } from './cost-change';
import { type FileChange, lineCounts, patch } from './patch';

/** A change of one ops, to be mailed. */
export interface PatchDraft {
  /** What stands before the colon of the subject. */
  readonly subsystem: string;
  /** What is done, in the imperative, names in backticks: `Let the core hold RTNL: …`. One for each refactoring. */
  readonly titles: readonly string[];
  /** Null where it is about no ops, or about several. */
  readonly ops: string | null;
  readonly files: readonly FileChange[];
  /** What is wrong with the code as it is, a paragraph each. */
  readonly reasons: readonly string[];
  /** Ops with the same change of costs stand together. */
  readonly costs: readonly { readonly ops: readonly string[]; readonly changes: readonly CostChange[] }[];
  /** Put below the `---`, where git drops them: they are for the author, not for the history. */
  readonly questions: readonly string[];
  /** Names in backticks that are functions, and get their parentheses. */
  readonly functions: readonly string[];
}

/** Who sends mails, when, and with what. */
export interface Sender {
  readonly name: string;
  readonly email: string;
  /** As in the header of a mail: `Mon, 30 Nov 2026 12:00:00 +0000`. */
  readonly date: string;
  /** Name and version of the program. */
  readonly tool: string;
}

/** Longest line of a commit message, and longest subject: what checkpatch asks for. */
const WIDTH = 75;

/** How mails begin that git made, with the name of a commit that nobody has. */
const SEPARATOR = `From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001`;

/**
 * Patches as `git am` and b4 take them: one mail for each draft, in the order in which they apply. The message is a draft:
 * it says why and what changes, and signs nothing off, which only its author can.
 */
export const mboxOf = (drafts: readonly PatchDraft[], sender: Sender): string =>
  drafts
    .map((draft, at) => mail(draft, drafts.length > 1 ? `PATCH ${at + 1}/${drafts.length}` : 'PATCH', sender))
    .join('\n');

function mail(draft: PatchDraft, tag: string, sender: Sender): string {
  const { files, questions } = draft;
  const subject = subjectOf(draft);
  const told = draft.titles.filter(title => !subject.endsWith(asSubject(title, draft)));
  const paragraphs = [
    ...draft.reasons.map(reason => filled(named(reason, draft))),
    ...(told.length === 0 ? [] : [filled(told.map(title => `${named(title, draft)}.`).join(' '))]),
    ...draft.costs.map(({ ops, changes }) =>
      [`Calls while ${oneOrEach(ops)} is dismantled, before and after:`, '', costTable(changes)].join('\n'),
    ),
  ];
  const notes = [
    filled(
      `A draft by ${sender.tool}, neither built nor tested. Do both, reword it, and add your own Signed-off-by.`,
    ),
    ...(questions.length === 0
      ? []
      : [
          ['To be answered first:', ...questions.map(one => filled(`- ${named(one, draft)}`, '  '))].join(
            '\n',
          ),
        ]),
    statistics(files),
  ];
  const body = `${paragraphs.join('\n\n')}\n---\n${notes.join('\n\n')}\n\n${patch(files)}-- \n${sender.tool}\n`;
  const text = body.replace(/^(?=>*From )/gm, '>');
  const header = [
    SEPARATOR,
    `From: ${mailbox(sender)}`,
    `Date: ${sender.date}`,
    `Subject: ${encoded(`[${tag}] ${subject}`)}`,
  ];
  const [mime, content] = transferred(text);
  return [...header, ...mime, '', content].join('\n');
}

const oneOrEach = (ops: readonly string[]): string =>
  ops.length === 1 ? ops[0]! : `each of ${ops.length} ops`;

/**
 * The title, shortened where it has a colon of its own or the line would be too long: what is done stands before the first colon,
 * comma or `and`.
 */
function subjectOf(draft: PatchDraft): string {
  const { subsystem, titles, ops } = draft;
  const [title = ''] = titles;
  const whole = asSubject(title, draft);
  const [head = whole] = whole.split(/: |, | and | in loops/);
  const candidates = [
    ...(titles.length === 1 && !whole.includes(': ') ? [whole] : []),
    ...(ops === null ? [] : [`${head} in ${ops}`]),
    head,
  ];
  const fitting = candidates
    .map(candidate => `${subsystem}: ${candidate}`)
    .find(({ length }) => length <= WIDTH);
  return fitting ?? `${subsystem}: ${head}`;
}

const asSubject = (title: string, draft: PatchDraft): string =>
  named(title, draft).replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase());

/** Without backticks, which commit messages do without; functions with parentheses. */
const named = (text: string, { functions }: PatchDraft): string =>
  text.replace(/`([^`]+)`/g, (_, name) => (functions.includes(name) ? `${name}()` : name));

function costTable(changes: readonly CostChange[]): string {
  const longest = (pick: (change: CostChange) => string): number =>
    Math.max(...changes.map(change => pick(change).length));
  const [what, before] = [longest(change => change.what), longest(change => change.before)];
  return changes
    .map(change => `  ${change.what.padEnd(what)}  ${change.before.padEnd(before)} -> ${change.after}`)
    .join('\n');
}

/** Most marks behind a file. */
const MOST_MARKS = 40;

/** Files with their lines that come and go, as git has it. */
function statistics(files: readonly FileChange[]): string {
  const counts = files.map(change => ({ file: change.file, ...lineCounts(change) }));
  const most = Math.max(1, ...counts.map(({ added, removed }) => added + removed));
  const width = Math.max(0, ...counts.map(({ file }) => file.length));
  const digits = `${most}`.length;
  const marks = (count: number): number =>
    most <= MOST_MARKS ? count : Math.ceil((count * MOST_MARKS) / most);
  const sum = (pick: (one: { added: number; removed: number }) => number): number =>
    counts.reduce((total, one) => total + pick(one), 0);
  const many = (count: number, noun: string, sign: string): string[] =>
    count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}(${sign})`];
  return [
    ...counts.map(
      ({ file, added, removed }) =>
        ` ${file.padEnd(width)} | ${`${added + removed}`.padStart(digits)} ${'+'.repeat(marks(added))}${'-'.repeat(marks(removed))}`,
    ),
    ` ${[
      `${files.length} file${files.length === 1 ? '' : 's'} changed`,
      ...many(
        sum(({ added }) => added),
        'insertion',
        '+',
      ),
      ...many(
        sum(({ removed }) => removed),
        'deletion',
        '-',
      ),
    ].join(', ')}`,
  ].join('\n');
}

/** Words on lines of at most WIDTH characters; a word longer than that has a line of its own. */
function filled(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > WIDTH && line !== '') {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

const NOT_ASCII = /[^\u0020-\u007e]/;

function mailbox({ name, email }: Sender): string {
  const shown = NOT_ASCII.test(name)
    ? encoded(name)
    : /^[\w !#$%&'*+/=?^`{|}~-]*$/.test(name)
      ? name
      : `"${name.replace(/["\\]/g, '\\$&')}"`;
  return `${shown} <${email.replace(/[<>\s]/g, '')}>`;
}

/** Source: RFC 2047 section 4.2, for a header that is not ASCII. */
const encoded = (text: string): string =>
  NOT_ASCII.test(text) ? `=?UTF-8?q?${escapedBytes(text, /[\w!*+/-]/).replaceAll('=20', '_')}?=` : text;

/** Characters that may not stand as they are become `=XX` for each byte of their UTF-8. */
const escapedBytes = (text: string, plain: RegExp): string =>
  [...text]
    .map(character =>
      plain.test(character) && character !== '_'
        ? character
        : [...new TextEncoder().encode(character)]
            .map(byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
            .join(''),
    )
    .join('');

/**
 * A body as it survives the way through mail: as it is, unless lines end with CR LF, which mail programs and `git am`
 * would take for line ends of the mail. Source: RFC 2045 section 6.7.
 */
function transferred(text: string): readonly [readonly string[], string] {
  const type = ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=UTF-8'];
  if (!text.includes('\r')) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
    return /[^\u0000-\u007f]/.test(text) ? [[...type, 'Content-Transfer-Encoding: 8bit'], text] : [[], text];
  }
  const lines = text.split('\n').map(line => softly(quotedPrintable(line)));
  return [[...type, 'Content-Transfer-Encoding: quoted-printable'], lines.join('\n')];
}

const quotedPrintable = (line: string): string =>
  line.replace(/[^\t\u0020-\u003c\u003e-\u007e]|[\t ]$/gu, character =>
    [...new TextEncoder().encode(character)]
      .map(byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );

/** Longest line of a quoted-printable body. */
const MOST_OF_LINE = 76;

/** Breaks a long line where the reader puts it together again. */
function softly(line: string): string {
  const parts = line.match(new RegExp(`(?:=[0-9A-F]{2}|[^=]){1,${Math.floor(MOST_OF_LINE / 3)}}`, 'g')) ?? [];
  return line.length <= MOST_OF_LINE ? line : parts.join('=\n');
}
