import type { StatementCall } from './statement';

/** A lock that a statement takes or gives back. */
export interface Lock {
  /** What tells it from others: `rtnl`, or the expression of the lock without `&`. */
  readonly name: string;
  readonly isRtnl: boolean;
  /** The statement's call as written, to be repeated elsewhere: `mutex_lock(&quux_mutex)`. */
  readonly takes: string;
}

const RTNL_TAKEN = new Set(['rtnl_lock', 'rtnl_net_lock', '__rtnl_net_lock']);
const RTNL_GIVEN = new Set(['rtnl_unlock', 'rtnl_net_unlock', '__rtnl_net_unlock', '__rtnl_unlock']);

const SLEEPING: readonly (readonly [taken: RegExp, given: string])[] = [
  [/^mutex_lock(?:_nested)?$/, 'mutex_unlock'],
  [/^down_write(?:_nested)?$/, 'up_write'],
  [/^down_read(?:_nested)?$/, 'up_read'],
];

/** Locks named by a pair of functions without arguments: `quux_lock()`, `quux_unlock()`. */
const NAMELESS = /^(\w+?)_lock$/;

export function lockTaken({ name, args }: StatementCall): Lock | null {
  const takes = `${name}(${args.join(', ')})`;
  if (RTNL_TAKEN.has(name)) return { name: 'rtnl', isRtnl: true, takes };
  if (SLEEPING.some(([taken]) => taken.test(name)) && args[0])
    return { name: lockName(args[0]), isRtnl: false, takes };
  const own = args.length === 0 || args[0] === '' ? NAMELESS.exec(name)?.[1] : undefined;
  return own && !/^(?:rcu_read|spin|read|write|raw_spin)/.test(own)
    ? { name: `${own}()`, isRtnl: false, takes }
    : null;
}

export function gives({ name, args }: StatementCall, lock: Lock): boolean {
  if (lock.isRtnl) return RTNL_GIVEN.has(name);
  if (lock.name === `${/^(\w+?)_unlock$/.exec(name)?.[1]}()`) return true;
  return (
    SLEEPING.some(([, given]) => given === name) && args[0] !== undefined && lockName(args[0]) === lock.name
  );
}

const lockName = (argument: string): string => argument.replace(/^&\s*/, '');
