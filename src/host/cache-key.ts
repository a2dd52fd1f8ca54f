import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtraNames } from '../core/syntax';
import { VERSION } from './version';

/**
 * Names the form of facts: they depend on the program that made them and on the tree's annotations. All bundles of one
 * build read facts with the code that is in worker.cjs, so command line and server share a cache.
 */
export function factsKey(names: ExtraNames): string {
  const worker = join(__dirname, 'worker.cjs');
  return hash([VERSION, stampOf(existsSync(worker) ? worker : __filename), names]);
}

/** Names the form of answers, which depend on the rest of the program as well. */
export const answersKey = (names: ExtraNames): string => hash([factsKey(names), stampOf(__filename)]);

function stampOf(file: string): string {
  const { mtimeMs, size } = statSync(file);
  return `${mtimeMs}:${size}`;
}

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
