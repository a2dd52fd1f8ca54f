import { type FileChange, patch } from './patch';

/** What a handler pays before and after, for a commit message: `RTNL`, `once per netns`, `none of its own`. */
export interface CostChange {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** A change of one ops, to be mailed. */
export interface PatchDraft {
  /** What is done, as an imperative: `Let the core hold RTNL: …`. */
  readonly title: string;
  readonly ops: string;
  readonly files: readonly FileChange[];
  /** Messages of the findings that go. */
  readonly findings: readonly string[];
  readonly costs: readonly CostChange[];
  /** Put below the `---`, where git drops them: they are for the author, not for the history. */
  readonly questions: readonly string[];
  /** `Name <address>`, or null where git knows none. */
  readonly author: string | null;
}

/** Longest line of a commit message. */
const WIDTH = 75;

/** The date git uses in place of one that nobody knows. */
const NO_COMMIT = `From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001`;

/**
 * Patches as `git am` and b4 take them: one mail for each draft. The message is a draft: it says why and what changes, and signs
 * nothing off, which only its author can.
 */
export const mboxOf = (drafts: readonly PatchDraft[]): string =>
  drafts
    .map((draft, at) => mail(draft, drafts.length > 1 ? `PATCH ${at + 1}/${drafts.length}` : 'PATCH'))
    .join('\n');

function mail({ title, ops, files, findings, costs, questions, author }: PatchDraft, tag: string): string {
  const subject = `${subsystemOf(files[0]?.file ?? '')}: ${plain(title)}`;
  const body = [
    ...findings.map(finding => filled(`${plain(finding)}.`)),
    ...(costs.length > 0
      ? [`What \`${ops}\` pays while a batch of netns is dismantled:`.replace(/`/g, ''), costTable(costs)]
      : []),
  ];
  const remarks = questions.map(question => filled(`- ${plain(question)}`, '  '));
  return [
    NO_COMMIT,
    ...(author === null ? [] : [`From: ${author}`]),
    `Subject: [${tag}] ${subject}`,
    '',
    body.join('\n\n'),
    '---',
    ...(remarks.length > 0 ? ['To be answered before this is sent:', ...remarks, ''] : []),
    patch(files),
  ].join('\n');
}

const plain = (text: string): string => text.replace(/`/g, '');

/** `drivers/net/geneve.c` → geneve, `net/ipv6/sit.c` → ipv6, `net/core/dev.c` → net. */
export function subsystemOf(file: string): string {
  const parts = file.split('/');
  const base = parts.at(-1)!.replace(/\.[ch]$/, '');
  if (parts[0] === 'net') return parts.length > 2 && parts[1] !== 'core' ? parts[1]! : 'net';
  if (parts[0] === 'drivers') return parts.length > 3 ? parts.at(-2)! : base;
  return parts.length > 1 ? parts[0]! : base;
}

function costTable(costs: readonly CostChange[]): string {
  const longest = (pick: (cost: CostChange) => string): number =>
    Math.max(...costs.map(cost => pick(cost).length));
  const [what, before] = [longest(cost => cost.what), longest(cost => cost.before)];
  return costs
    .map(cost => `  ${cost.what.padEnd(what)}  ${cost.before.padEnd(before)}  ->  ${cost.after}`)
    .join('\n');
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
