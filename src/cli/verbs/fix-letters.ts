import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../core/rules';
import type { AppliedFix } from '../../host/fix-result';
import { blobName, gitAuthor, type History, historyOf } from '../../host/git';
import { costChanges, mboxOf, type PatchDraft, subsystemInHistory, subsystemOf } from '../../report';
import { VERSION } from '../project';
import type { Surroundings } from '../surroundings';

/** Where git knows no author; `git am` wants one. */
export const NOBODY = { name: 'Your Name', email: 'you@example.com' };

/** One mail for each ops, in the order in which the edits were made. */
export function fixLetters(
  applied: readonly AppliedFix[],
  root: string,
  { env }: Pick<Surroundings, 'env'>,
): { readonly text: string; readonly isSigned: boolean } {
  const author = applied.length === 0 ? null : gitAuthor(root, env);
  const history = historyOf(root);
  const text = mboxOf(
    byOps(applied).map(fixes => draftOf(fixes, root, history)),
    { ...(author ?? NOBODY), date: dateIn(env), tool: `pernet-lens ${VERSION}` },
  );
  return { text, isSigned: author !== null || applied.length === 0 };
}

/** Source of the variable: reproducible-builds.org/specs/source-date-epoch. */
function dateIn({ SOURCE_DATE_EPOCH: epoch }: Surroundings['env']): string {
  const date = epoch !== undefined && /^\d{1,11}$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date();
  return date.toUTCString().replace('GMT', '+0000');
}

/** Edits of one ops that follow each other are one patch. */
function byOps(applied: readonly AppliedFix[]): readonly (readonly AppliedFix[])[] {
  const groups: AppliedFix[][] = [];
  for (const fix of applied) {
    const last = groups.at(-1);
    const [{ place } = fix] = last ?? [];
    if (last && place.file === fix.place.file && place.name === fix.place.name) last.push(fix);
    else groups.push([fix]);
  }
  return groups;
}

function draftOf(fixes: readonly AppliedFix[], root: string, history: History): PatchDraft {
  const [{ place }] = fixes as [AppliedFix];
  const findings = fixes.flatMap(fix =>
    fix.place.findings.filter(({ fixes: ids }) => ids.includes(fix.edit.refactoring)),
  );
  const costs = costsOf(fixes);
  const opsChanged = costs.flatMap(({ ops }) => ops);
  const isOfOne = place.slot !== null && opsChanged.length < 2;
  return {
    subsystem: subsystemInHistory(history.subjectsOf(place.file)) ?? subsystemOf(place.file),
    titles: fixes.map(({ edit }) => edit.title),
    ops: isOfOne ? place.name : null,
    files: filesOf(fixes, root),
    reasons: [...new Set(findings.map(finding => reasonOf(finding, opsChanged.length - 1)))],
    costs,
    questions: fixes.flatMap(({ edit }) =>
      edit.questions.map(({ file, range, text }) => `${file}:${range.start.line}: ${text}`),
    ),
    functions: [
      ...new Set(
        findings.flatMap(({ handler, path, primitive }) => [
          handler ?? '',
          primitive ?? '',
          ...path.map(hop => hop.function),
        ]),
      ),
      ...(place.slot === null ? [place.name] : []),
    ],
  };
}

/** Each file as it was before the first edit and is after the last. */
function filesOf(fixes: readonly AppliedFix[], root: string): PatchDraft['files'] {
  const files = new Map<string, { before: string; after: string }>();
  for (const { file, before, after } of fixes.flatMap(({ changes }) => changes))
    files.set(file, { before: files.get(file)?.before ?? before, after });
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, { before, after }]) => ({
      file,
      before,
      after,
      git: {
        before: blobName(Buffer.from(before, 'utf8')),
        after: blobName(Buffer.from(after, 'utf8')),
        mode:
          (statSync(join(root, file), { throwIfNoEntry: false })?.mode ?? 0) & 0o100 ? '100755' : '100644',
      },
    }));
}

/** What each finding means for a reader who has never heard of it. */
const WHY: Readonly<Record<string, string>> = {
  'exit-takes-rtnl':
    'cleanup_net() dismantles all netns in one worker, which then queues for RTNL once for each of them.',
  'exit-waits-grace-period':
    'cleanup_net() dismantles all netns in one worker, which then waits once for each of them; one wait would do for all.',
  'exit-unregisters-per-net':
    'Each time this waits for grace periods, and the rtnl_unlock() that follows for a barrier; devices of many netns can go together.',
  'unregister-one-by-one':
    'Each time this waits for grace periods; devices that are queued on a list go together.',
  'batch-takes-rtnl': 'The core takes RTNL for the exit of all netns anyway, and can run this meanwhile.',
  'exit-takes-global-lock': 'One hold of the lock would do for all netns of a batch.',
};

/**
 * The first half of a finding's message, with the way down to the cost where it has not named every hop, and what is bad about it.
 * @param others ops that the same patch spares the same
 */
function reasonOf({ message, code, path, primitive }: Finding, others: number): string {
  const [fact = message] = message.split('; ');
  const hops = path.map(hop => `\`${hop.function}\``);
  const way = path.length < 3 ? '' : ` (${[...hops, `\`${primitive}\``].join(' -> ')})`;
  const more = others < 1 ? '' : `, and so ${others === 1 ? 'does 1 other' : `do ${others} others`}`;
  return `${fact}${way}${more}. ${WHY[code] ?? ''}`.trim();
}

/** What the ops pay, from before the first edit to after the last. */
function costsOf(fixes: readonly AppliedFix[]): PatchDraft['costs'] {
  const pairs = new Map<string, AppliedFix['ops'][number]>();
  for (const pair of fixes.flatMap(({ ops }) => ops)) {
    const { file, name } = (pair.before ?? pair.after)!;
    const key = `${file} ${name}`;
    const first = pairs.get(key);
    pairs.set(key, { before: first ? first.before : pair.before, after: pair.after });
  }
  const alike = new Map<string, PatchDraft['costs'][number]>();
  for (const { before, after } of pairs.values()) {
    const changes = costChanges(before, after);
    const key = JSON.stringify(changes);
    const ops = [...(alike.get(key)?.ops ?? []), (before ?? after)!.name];
    if (changes.length > 0) alike.set(key, { ops, changes });
  }
  return [...alike.values()];
}
