import type { Configuration } from '../core/configuration';
import type { ScanReport } from '../report';

/** A stream to write to, as far as the command line uses it. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What the command line needs from outside of itself; tests give their own. */
export interface Surroundings {
  scan(request: ScanRequest): Promise<ScanReport>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** All of standard input, as UTF-8. */
  stdin(): Promise<string>;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds from any fixed point. */
  now(): number;
  /** Aborted when the user wants an end. */
  readonly interrupt: AbortSignal;
  /** Markdown of docs/rules/CODE.md. */
  rulePage(code: string): string | undefined;
}

/** FIXME: from src/host/scan.ts, once it is there. */
export interface ScanRequest {
  readonly paths: readonly string[];
  readonly stdin: { readonly path: string; readonly text: string } | null;
  readonly treeRoot: string | null;
  readonly base: string;
  readonly configuration: Configuration;
  readonly jobs: number;
  readonly cacheDir: string | null;
  readonly timing: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: {
    readonly phase: string;
    readonly done: number;
    readonly total: number;
  }) => void;
}

/** 0: nothing at or above the threshold; 1: findings; 2: usage, configuration, interruption or an error of ours. */
export type ExitCode = 0 | 1 | 2;
