import type { ScanRequest } from '../host/scan';
import type { ScanReport } from '../report';

/** A stream to write to, as far as the command line uses it. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Script and style sheet of the simulation page. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** What the command line needs from outside of itself; tests give their own. */
export interface Surroundings {
  scan(request: ScanRequest): Promise<ScanReport>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** All of standard input, decoded as a file would be. */
  stdin(): Promise<string>;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds from any fixed point. */
  now(): number;
  /** Aborted when the user wants an end. */
  readonly interrupt: AbortSignal;
  /** What the simulation page is made of. @throws where the installation lacks it */
  page(): PageParts;
  /** Markdown of docs/rules/CODE.md. */
  rulePage(code: string): string | undefined;
}

/** 0: nothing at or above the threshold; 1: findings; 2: usage, configuration, interruption or an error of ours. */
export type ExitCode = 0 | 1 | 2;
