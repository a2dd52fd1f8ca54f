import type { Call } from '../facts';
import type { Primitive, Primitives } from '../kernel';
import type { Effect } from './effects';

/** The primitive that a call is, whatever its arguments say. */
export function primitiveCalled(primitives: Primitives, { calling, callee }: Call): Primitive | undefined {
  if (calling === 'name') return primitives.of(callee);
  if (calling === 'guard') return primitives.guard(callee);
  if (calling === 'member') return primitives.member(callee);
  return undefined;
}

/** What a call of a primitive costs, apart from how often and on which path. */
export type Cost = Pick<Effect, 'kind' | 'primitive' | 'lock' | 'lockOwner' | 'bytes'>;

/**
 * The cost of calling `primitive`, or null where this call has none: its arguments say so, or it only stands in for a
 * body that is at hand.
 */
export function costOf(
  primitive: Primitive,
  call: Call,
  hasBody: boolean,
  bytesOf: (call: Call) => number | null,
): Cost | null {
  if (!holds(primitive, call) || (primitive.standIn && hasBody)) return null;
  const { kind, lockName } = primitive;
  const lock = lockOf(primitive, call);
  return {
    kind,
    primitive: call.calling === 'guard' ? `guard(${call.callee})` : call.callee,
    lock,
    lockOwner: lock === null ? null : lockName === undefined ? call.owner : 'global',
    bytes: kind === 'allocation' ? bytesOf(call) : null,
  };
}

/**
 * Whether a call that could unregister a device puts it on a list instead, for whoever unregisters the list:
 * `unregister_netdevice_queue(dev, list)`, `ops->dellink(dev, list)`.
 */
export function queuesDevice({ kind, when }: Primitive, { args }: Call): boolean {
  if (kind !== 'device-unregister' || !when || !('nullAt' in when)) return false;
  const list = args[when.nullAt];
  return list !== undefined && list !== 'NULL';
}

function holds({ when }: Primitive, { args }: Call): boolean {
  if (!when) return true;
  return 'nullAt' in when ? args[when.nullAt] === 'NULL' : args.length === when.count;
}

function lockOf({ lockArgument, lockName }: Primitive, { args }: Call): string | null {
  if (lockName !== undefined) return lockName;
  return lockArgument === undefined ? null : (args[lockArgument]?.replace(/^&\s*/, '') ?? null);
}
