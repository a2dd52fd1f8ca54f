import type { Finding } from '../core/rules';

/**
 * A name for each finding, in their order, that stays the same while code moves: it depends on the rule, the ops, the
 * slot, the handler, the functions of the call path, the primitive and the lock, never on a file, a line or a wording.
 *
 * Shape: `16 hex digits:n`. Findings alike in all of these (two calls in one function) are told apart by n, counted
 * from 1 in the order given; so a baseline that knows one of them lets one pass, not both.
 */
export function fingerprints(findings: readonly Finding[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map(finding => {
    const hash = fnv1a64(identity(finding));
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return `${hash}:${count}`;
  });
}

/** JSON, because it keeps null from 'null' and one field from the next. Changing it makes every baseline stale. */
const identity = ({ code, ops, slot, handler, path, primitive, lock }: Finding): string =>
  JSON.stringify([code, ops, slot, handler, path.map(hop => hop.function), primitive, lock]);

const OFFSET_BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/**
 * 64-bit FNV-1a of the text in UTF-8, as 16 hex digits. Chosen because it is synchronous, the same in Node and in a
 * browser, and wide enough for findings by the thousand; it is no protection against forgery, and none is needed.
 * Source: draft-eastlake-fnv, with its test vectors.
 */
export function fnv1a64(text: string): string {
  let hash = OFFSET_BASIS;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(16, '0');
}
