import type { Checked } from './check';
import type { Kind } from './edits';

/** A run of one tree, with its slots, in one configuration. */
export interface Run {
  readonly tree: string;
  readonly slots: string;
  readonly configuration: string;
  readonly checked: readonly Checked[];
}

const KINDS: readonly Kind[] = ['safe', 'asked', 'no gain'];

/** A row for each run and kind of edit, and below them what is not well and what was skipped. Markdown. */
export function summaryOf(runs: readonly Run[]): string {
  const rows = runs.flatMap(run =>
    KINDS.flatMap(kind => {
      const own = run.checked.filter(({ edit }) => edit.kind === kind);
      return own.length === 0 ? [] : [rowOf(run, kind, own)];
    }),
  );
  const table = [
    '| tree | slots | configuration | kind | edits | compiled | objects | failed | new warnings | skipped |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ];
  const bad = runs.flatMap(run => linesOf(run, 'fails').concat(linesOf(run, 'warns')));
  const skipped = runs.flatMap(run => linesOf(run, 'skipped'));
  return [
    ...table,
    '',
    ...(bad.length > 0 ? ['Failed, or with new warnings:', '', ...bad, ''] : []),
    ...(skipped.length > 0 ? ['Skipped:', '', ...skipped, ''] : []),
  ].join('\n');
}

function rowOf({ tree, slots, configuration }: Run, kind: Kind, own: readonly Checked[]): string {
  const results = own.flatMap(one => one.results);
  const count = (verdict: string): number => results.filter(one => one.verdict === verdict).length;
  const complete = own.filter(({ isComplete }) => isComplete).length;
  const objects = results.length - count('skipped');
  return `| ${[tree, slots, configuration, kind, own.length, complete, objects, count('fails'), count('warns'), count('skipped')].join(' | ')} |`;
}

function linesOf({ tree, configuration, checked }: Run, verdict: string): string[] {
  return checked.flatMap(({ edit, results }) =>
    results
      .filter(one => one.verdict === verdict)
      .map(
        ({ object, details }) =>
          `- ${tree}, ${configuration}: ${object} (${edit.refactoring}, ${edit.places.join(', ')}): ${details.join('; ')}`,
      ),
  );
}
