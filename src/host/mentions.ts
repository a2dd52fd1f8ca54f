import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readBytes } from './source-text';

/** Files looked into before other work gets its turn. */
const AT_A_TIME = 200;

/**
 * The files of a list in which a C name occurs.
 * @param open texts of buffers, which win over the disk
 */
export async function filesMentioning(
  word: string,
  root: string,
  files: readonly string[],
  open: (file: string) => string | undefined,
): Promise<readonly string[]> {
  const found: string[] = [];
  const whole = new RegExp(`\\b${word}\\b`);
  for (const [at, file] of files.entries()) {
    if (at % AT_A_TIME === AT_A_TIME - 1) await setImmediate();
    const text = open(file);
    if (text !== undefined) {
      if (whole.test(text)) found.push(file);
      continue;
    }
    const reading = readBytes(join(root, file));
    if (
      reading.kind === 'bytes' &&
      reading.bytes.includes(word) &&
      whole.test(reading.bytes.toString('latin1'))
    )
      found.push(file);
  }
  return found;
}
