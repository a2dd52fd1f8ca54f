import { readFileSync } from 'node:fs';
import type { Finding } from '../core/rules';
import { fingerprints } from '../report';
import { reason, replaceFile } from './files';

/** A finding that was there when the baseline was written. */
export interface BaselineEntry {
  readonly fingerprint: string;
  readonly code: string;
  /** Where it was; for readers, and to tell what a later scan covers. */
  readonly file: string;
  /** The handler or function it was about; for readers. */
  readonly handler: string | null;
}

export type BaselineReading =
  | { readonly kind: 'read'; readonly entries: readonly BaselineEntry[] }
  | { readonly kind: 'refused'; readonly message: string };

const SCHEMA = 1;

/** Reads a baseline that `writeBaseline` wrote. */
export function readBaseline(file: string): BaselineReading {
  const refused = (why: string): BaselineReading => ({
    kind: 'refused',
    message: `cannot use the baseline ${file}: ${why}`,
  });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return refused(
      error instanceof SyntaxError ? 'it is not JSON' : `${reason(error)}. --write-baseline writes one`,
    );
  }
  const { schema, findings } = (value ?? {}) as { schema?: unknown; findings?: unknown };
  if (schema !== SCHEMA || !Array.isArray(findings) || !findings.every(isEntry)) {
    return refused('it is not a baseline of this version. --write-baseline writes a new one');
  }
  return { kind: 'read', entries: findings };
}

const isEntry = (value: unknown): value is BaselineEntry => {
  const { fingerprint, code, file } = (value ?? {}) as Partial<BaselineEntry>;
  return typeof fingerprint === 'string' && typeof code === 'string' && typeof file === 'string';
};

/**
 * Writes all findings as the baseline, one on each line and sorted, so that a version control system shows what changed.
 * @throws the error of node:fs where the file cannot be written; an old file is then as it was
 */
export function writeBaseline(file: string, findings: readonly Finding[]): void {
  const prints = fingerprints(findings);
  const entries = findings.map(({ code, file, handler }, i) => ({
    file,
    code,
    handler,
    fingerprint: prints[i]!,
  }));
  const rows = entries.map(entry => JSON.stringify(entry)).sort();
  const list = rows.length === 0 ? '[]' : `[\n    ${rows.join(',\n    ')}\n  ]`;
  replaceFile(file, `{\n  "schema": ${SCHEMA},\n  "findings": ${list}\n}\n`);
}

export interface Compared {
  /** Findings that the baseline does not know. */
  readonly fresh: readonly Finding[];
  /** Entries without a finding. */
  readonly stale: readonly BaselineEntry[];
}

/** Takes the findings that a baseline knows out of a report's. */
export function compareWithBaseline(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
): Compared {
  const known = new Set(entries.map(({ fingerprint }) => fingerprint));
  const prints = fingerprints(findings);
  const found = new Set(prints);
  return {
    fresh: findings.filter((_, i) => !known.has(prints[i]!)),
    stale: entries.filter(({ fingerprint }) => !found.has(fingerprint)),
  };
}
