import { join, relative, sep } from 'node:path';
import type { Configuration } from '../core/configuration';
import { type Analysis, analyse, type Note } from '../core/project';
import { withFixes } from '../core/refactorings';
import { judge, parseSuppressions, suppress } from '../core/rules';
import type { ScanReport } from '../report';
import { Cache } from './cache';
import { answersKey, factsKey } from './cache-key';
import { diskSources } from './disk-sources';
import { parserBytes } from './parser-bytes';
import { createPool } from './pool';
import { ResultCache } from './result-cache';
import { readText } from './source-text';
import { offeredSlots, treeNames } from './tree-facts';
import { VERSION } from './version';
import { walkSources } from './walk';

export interface ScanRequest {
  /** Absolute files or folders that exist. */
  readonly paths: readonly string[];
  /** Text given on standard input, and the absolute path it stands for. */
  readonly stdin: { readonly path: string; readonly text: string } | null;
  /** Absolute root, or null when no tree was found: then paths are relative to `base`. */
  readonly treeRoot: string | null;
  readonly base: string;
  readonly configuration: Configuration;
  /** How many threads work at a time. */
  readonly jobs: number;
  /** Where facts are remembered; null: nowhere. */
  readonly cacheDir: string | null;
  readonly timing: boolean;
  /** Aborted: resolves with what is known by then, `stats.partial` set. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: {
    readonly phase: string;
    readonly done: number;
    readonly total: number;
  }) => void;
}

/** Everything the files of a scan pay, judged. The same files give the same report, whatever `jobs` and the cache. */
export async function scan(request: ScanRequest): Promise<ScanReport> {
  const { configuration, treeRoot } = request;
  const root = treeRoot ?? request.base;
  const clock = stopwatch();
  const { analysis, notes, overlay } = await analysisOf(request, root, clock);

  clock.lap('rules');
  const { slots, source } = offeredSlots(treeRoot, configuration.slots);
  const { findings, crashes } = judge({
    ops: analysis.ops,
    loops: analysis.loops,
    tree: { offers: slot => slots.includes(slot) },
    severities: configuration.severities,
  });
  const texts = analysis.withSuppressions.map(
    file => [file, overlay.get(file) ?? readText(join(root, file)) ?? ''] as const,
  );
  const applied = suppress({
    findings,
    suppressions: new Map(texts.map(([file, text]) => [file, parseSuppressions(text)])),
    severities: configuration.severities,
  });
  return {
    schema: 1,
    tool: { name: 'pernet-lens', version: VERSION },
    tree: { root, slots, source },
    ops: analysis.ops,
    findings: withFixes(applied.kept, slot => slots.includes(slot)),
    notes: inOrder([...notes, ...analysis.notes, ...crashes, ...applied.notes]),
    stats: {
      filesScanned: analysis.filesScanned,
      filesIndexed: analysis.filesIndexed,
      functionsReached: analysis.functionsReached,
      suppressed: applied.suppressed.length,
      partial: analysis.partial,
      ...(request.timing ? { timing: clock.laps() } : {}),
    },
  };
}

interface Analysed {
  readonly analysis: Analysis;
  /** About files and the cache. */
  readonly notes: readonly Note[];
  readonly overlay: ReadonlyMap<string, string>;
}

async function analysisOf(request: ScanRequest, root: string, clock: Stopwatch): Promise<Analysed> {
  const { configuration, treeRoot, signal, cacheDir, paths, stdin } = request;
  const relativeTo = (path: string): string => relative(root, path).split(sep).join('/');
  const overlay = new Map(stdin ? [[relativeTo(stdin.path), stdin.text]] : []);
  const began = Date.now();
  const names = treeNames(treeRoot);
  const results =
    cacheDir === null || overlay.size > 0
      ? null
      : new ResultCache(cacheDir, root, JSON.stringify([answersKey(names), paths, configuration]));
  clock.lap('look for changes');
  const kept = results?.load();
  if (kept) return { ...kept, overlay };

  clock.lap('load cache');
  const cache = cacheDir === null ? null : new Cache(cacheDir, root, factsKey(names));
  clock.lap('list files');
  // the other threads start while this one lists the files
  const starting = createPool(
    { bytes: parserBytes(), root, overlay, names },
    request.jobs,
    () => signal.aborted,
  );
  const walked = walkSources(paths, root, configuration.exclude);
  const files = [...new Set([...walked.files, ...overlay.keys()])].sort();
  clock.lap('load parser');
  const pool = await starting;
  const sources = diskSources({ root, pool, cache, overlay });
  let analysis: Analysis;
  try {
    analysis = await analyse(sources, {
      files,
      configuration,
      cancelled: () => signal.aborted,
      onProgress: (phase, done, total) => {
        clock.lap(phase);
        request.onProgress({ phase, done, total });
      },
    });
  } finally {
    await pool.close();
  }
  clock.lap('save cache');
  const notes = [...walked.notes, ...sources.notes()];
  // what a cancelled scan left out must not be taken for what is there
  const unwritable = analysis.partial ? null : (cache?.save() ?? null);
  const problems: (string | null)[] = [results?.problem ?? null, cache?.problem ?? null, unwritable];
  const consulted = analysis.partial || walked.notes.length > 0 ? null : sources.consulted();
  if (results && consulted && unwritable === null) {
    const dependsOn = [...new Set([...consulted.files, ...walked.folders, ...consulted.folders])];
    problems.push(results.save(dependsOn, { analysis, notes }, began));
  }
  const aboutCache = problems.flatMap(message =>
    message === null ? [] : [{ file: null, line: null, message }],
  );
  return { analysis, notes: [...aboutCache, ...notes], overlay };
}

const inOrder = (notes: readonly Note[]): Note[] =>
  [...notes].sort((a, b) => {
    const [left, right] = [a.file ?? '', b.file ?? ''];
    return left < right ? -1 : left > right ? 1 : (a.line ?? 0) - (b.line ?? 0);
  });

interface Stopwatch {
  /** Begins a phase. */
  lap(phase: string): void;
  /** Wall time by phase, milliseconds. */
  laps(): Record<string, number>;
}

function stopwatch(): Stopwatch {
  const laps = new Map<string, number>();
  let since = performance.now();
  let phase = 'start';
  const lap = (next: string): void => {
    const now = performance.now();
    laps.set(phase, (laps.get(phase) ?? 0) + now - since);
    since = now;
    phase = next;
  };
  return {
    lap,
    laps: () => {
      lap('end');
      return Object.fromEntries([...laps].map(([name, time]) => [name, Math.round(time)]));
    },
  };
}
