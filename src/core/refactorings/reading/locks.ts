import { matchingBracket } from '../../facts';
import type { Statement, StatementCall } from './statement';

/** A lock that a statement takes or gives back. */
export interface Lock {
  /** What tells it from others: `rtnl`, or the expression of the lock without `&`. */
  readonly name: string;
  readonly isRtnl: boolean;
  /** The statement's call as written, to be repeated elsewhere: `mutex_lock(&quux_mutex)`. */
  readonly takes: string;
  /** Nothing gives it back but the end of its block, `guard(mutex)(&quux_mutex)`: the calls that take and give the same lock. */
  readonly guarded?: { readonly takes: string; readonly gives: string };
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

/** Classes of guards (include/linux/cleanup.h) that are a lock of the above. */
const GUARDS: Readonly<Record<string, readonly [takes: string, gives: string]>> = {
  rtnl: ['rtnl_lock', 'rtnl_unlock'],
  mutex: ['mutex_lock', 'mutex_unlock'],
  rwsem_read: ['down_read', 'up_read'],
  rwsem_write: ['down_write', 'up_write'],
};

/** The lock that a statement takes: by a call, or by a guard up to the end of its block. */
export function lockOf({ call, code }: Pick<Statement, 'call' | 'code'>): Lock | null {
  if (call) return lockTaken(call);
  const head = /^guard\s*\(\s*(\w+)\s*\)\s*\(/.exec(code);
  if (!head) return null;
  const open = head[0].length - 1;
  const close = matchingBracket(code, open);
  if (!/^\s*;?\s*$/.test(code.slice(close + 1))) return null;
  const lock = lockOfGuard(head[1]!, code.slice(open + 1, close).trim());
  if (!lock) return null;
  const { takes, gives } = lock;
  return { ...lock, takes: code.replace(/;\s*$/, ''), guarded: { takes, gives } };
}

/** The lock of a guard's class, with the calls that take and give it. */
export function lockOfGuard(name: string, argument: string): (Lock & { readonly gives: string }) | null {
  const pair = GUARDS[name];
  const lock = pair && lockTaken({ name: pair[0], args: [argument] });
  return lock ? { ...lock, takes: `${pair[0]}(${argument})`, gives: `${pair[1]}(${argument})` } : null;
}

function lockTaken({ name, args }: StatementCall): Lock | null {
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
