import type { Finding } from '../core/rules';
import { fnv1a64 } from '../core/text';

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
