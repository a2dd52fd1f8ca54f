import type { SlotName } from '../core/kernel';
import type { Note, Ops } from '../core/project';
import type { Finding } from '../core/rules';

/**
 * The result of a scan, and (as it stands) the `json` format. Lines and columns are 1-based, paths relative to the
 * tree root, with `/`. Everything is sorted: ops and findings by file, line, column; then code.
 */
export interface ScanReport {
  readonly schema: 1;
  readonly tool: { readonly name: 'pernet-lens'; readonly version: string };
  readonly tree: {
    /** Absolute; the folder that paths are relative to. */
    readonly root: string;
    readonly slots: readonly SlotName[];
    /** Where the slots were read: the tree's own header, the configuration, or the built-in default. */
    readonly source: 'tree' | 'configuration' | 'default';
  };
  readonly ops: readonly Ops[];
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
  readonly stats: ScanStats;
}

export interface ScanStats {
  /** Files looked at for ops and loops. */
  readonly filesScanned: number;
  /** Files whose definitions were indexed to follow calls. */
  readonly filesIndexed: number;
  /** Functions parsed, or taken from the cache, because an exit path reaches them. */
  readonly functionsReached: number;
  /** Findings silenced by a comment or the baseline. */
  readonly suppressed: number;
  /** True when the scan was interrupted and this is only what was known by then. */
  readonly partial: boolean;
  /** Wall time by phase, milliseconds; only with --timing. */
  readonly timing?: Readonly<Record<string, number>>;
}
