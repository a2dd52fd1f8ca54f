import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What has become of one object under one edit. */
export interface Result {
  readonly key: string;
  readonly object: string;
  readonly verdict: 'ok' | 'fails' | 'warns' | 'skipped';
  /** New messages, or why it was skipped. */
  readonly details: readonly string[];
}

/** Results kept in a file, one to a line and written as they come, so that an interrupted run can go on. */
export class Results {
  readonly #file: string;
  readonly #known = new Map<string, Result>();

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
      try {
        const result: Result = JSON.parse(line);
        this.#known.set(idOf(result), result);
      } catch {
        // the last line of a run that was killed
      }
    }
  }

  get(key: string, object: string): Result | undefined {
    return this.#known.get(idOf({ key, object }));
  }

  add(result: Result): Result {
    this.#known.set(idOf(result), result);
    appendFileSync(this.#file, `${JSON.stringify(result)}\n`);
    return result;
  }
}

const idOf = ({ key, object }: Pick<Result, 'key' | 'object'>): string => `${key} ${object}`;
