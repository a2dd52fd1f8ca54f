import { printable } from '../report';
import type { Output } from './surroundings';

/**
 * Tells the user something on standard error, under our name. Names and keys from the workspace cannot play with the
 * terminal: every line is made printable.
 */
export function say(stderr: Output, message: string): void {
  const lines = message.split('\n').map(printable);
  stderr.write(`pernet-lens: ${lines.join('\n')}\n`);
}
