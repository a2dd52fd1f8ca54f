import type { Configuration } from '../core/configuration';
import type { FileFacts } from '../core/facts';
import type { Analysis, Note, Ops, UnregisterLoop } from '../core/project';
import { withFixes } from '../core/refactorings';
import { type Finding, judge, parseSuppressions, suppress } from '../core/rules';
import type { OfferedSlots } from './tree-facts';

/** All that is known of one file: the same as a fresh scan of that file would say. */
export interface FileAnswer {
  readonly file: string;
  readonly ops: readonly Ops[];
  readonly loops: readonly UnregisterLoop[];
  readonly findings: readonly Finding[];
  /** About the file's comments and handlers. */
  readonly notes: readonly Note[];
  /** What went wrong inside pernet-lens. */
  readonly crashes: readonly Note[];
  readonly facts: FileFacts | null;
  readonly slots: OfferedSlots;
}

interface Analysed {
  readonly file: string;
  readonly facts: FileFacts | null;
  readonly analysis: Pick<Analysis, 'ops' | 'loops' | 'notes'>;
  /** About the file as it was read. */
  readonly notes: readonly Note[];
  readonly slots: OfferedSlots;
  readonly configuration: Configuration;
  readonly text: () => string | null;
}

/** Judges the analysis of one file, its comments heard. */
export function answerAbout({
  file,
  facts,
  analysis,
  notes,
  slots,
  configuration,
  text,
}: Analysed): FileAnswer {
  const { severities } = configuration;
  const { findings, crashes } = judge({
    ops: analysis.ops,
    loops: analysis.loops,
    tree: { offers: slot => slots.slots.includes(slot) },
    severities,
  });
  const comments = facts?.hasSuppressions ? parseSuppressions(text() ?? '') : [];
  const applied = suppress({ findings, suppressions: new Map([[file, comments]]), severities });
  return {
    file,
    ops: analysis.ops,
    loops: analysis.loops,
    findings: withFixes(applied.kept, slot => slots.slots.includes(slot)),
    notes: [...notes, ...analysis.notes, ...applied.notes],
    crashes,
    facts,
    slots,
  };
}
