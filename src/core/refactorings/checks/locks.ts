import type { Effect } from '../../project';
import { lockText } from '../batch-draft';
import type { Case } from '../case';
import type { Draft } from '../draft';
import type { Statement } from '../reading/statement';
import { ask, type Check, PROVED, refuse, type Verdict } from '../refactoring';
import { extentOf, targetsRtnlSlot } from './positions';

/** The first statement that pays an effect of some sort, with the effect. */
function firstPaying(
  { effectsOf }: Case,
  statements: readonly Statement[],
  wanted: (effect: Effect) => boolean,
): { readonly statement: Statement; readonly effect: Effect } | undefined {
  for (const statement of statements) {
    const effect = effectsOf(statement).find(wanted);
    if (effect) return { statement, effect };
  }
  return undefined;
}

/** Takes a lock or waits. */
const costs = ({ kind }: Effect): boolean => kind !== 'allocation' && kind !== 'proc-teardown';

/**
 * Row 9. Two batches can be dismantled at once: cleanup_net() and a failing setup_net() hold pernet_ops_rwsem for reading only.
 * A table of all that is walked, or a count of all that is lowered, needs a lock.
 * Upstream: b099ce2602d8 → 565d121b6998.
 */
export const twoBatchesAtOnce: Check = {
  row: 9,
  name: 'two batches at once',
  of: (subject, draft) => {
    if (!draft.slots.includes('exit_batch')) return PROVED;
    const unlocked = [...draft.beforeLock, ...draft.afterLock, ...(draft.lock ? [] : draft.phases.flat())];
    const found = firstPaying(subject, unlocked, ({ kind, lock }) => kind === 'table-walk' && lock !== null);
    if (!found) return sharedCountIn(subject, unlocked);
    return ask(
      `\`${found.effect.lock}\` belongs to all netns and is walked without the lock; two batches can run at once. What protects it?`,
      'b099ce2602d8 → 565d121b6998: a walk over all time-wait sockets met another batch',
      found.statement,
    );
  },
};

/** A count of all netns that is lowered: by the value itself, or by what its last user does. */
function sharedCountIn({ text }: Case, statements: readonly Statement[]): Verdict {
  const isOfFile = (name: string): boolean =>
    new RegExp(`^\\w[^\\n(){}]*\\b${name}\\b\\s*(?:[=;,]|$)`, 'm').test(text);
  for (const statement of statements) {
    const counts = [...statement.code.matchAll(LOWERED)].map(([, ...names]) => names.find(name => name)!);
    const shared = counts.find(isOfFile);
    if (shared !== undefined)
      return ask(
        `\`${shared}\` counts for all netns and is lowered without the lock; two batches can run at once. What protects it, and what its last user does?`,
        '565d121b6998: of the ways out that were weighed, one was a mutex around the batch',
        statement,
      );
  }
  return PROVED;
}

/** `--quux_users`, `quux_users--`, `atomic_dec_and_test(&quux_users)`; members of something are not of all. */
const LOWERED =
  /(?<![\w.>-])--\s*(\w+)\b(?!\s*(?:->|\.|\[))|(?<![\w.>-])(\w+)\s*--(?!>)|\b\w+_dec_and_\w*(?:test|lock)\w*\s*\(\s*&\s*(\w+)\s*[,)]/g;

/**
 * Row 10. The pairs (outer lock, inner lock) stay as they are: only what ran under the lock runs under it afterwards.
 * Upstream: wireguard's device_update_lock is inside RTNL before and after.
 */
export const sameLockOrder: Check = {
  row: 10,
  name: 'same lock order',
  of: (subject, { newlyLocked, lock, underLock }) => {
    const initialising = subject.handler.declarations.map(({ statement }) => statement);
    const early = underLock.length > 0 ? firstPaying(subject, initialising, costs) : undefined;
    if (early)
      return refuse(
        `\`${early.effect.primitive}\` is called where a local is initialised, before ${lockText(lock)} is taken, and would be called with it held`,
        'caif holds RTNL and a mutex and sleeps: it was never converted',
      );
    if (newlyLocked.length === 0) return PROVED;
    const sleeps = firstPaying(subject, newlyLocked, costs);
    if (sleeps)
      return refuse(
        `\`${sleeps.effect.primitive}\` is called before ${lockText(lock)} is taken and would be called with it held`,
        'caif holds RTNL and a mutex and sleeps: it was never converted',
      );
    return ask(
      `What stands before ${lockText(lock)}, or decides whether it is taken, would run with it held. Does any of it take a lock inside which ${lockText(lock)} is taken elsewhere?`,
      'wireguard: device_update_lock is inside RTNL before and after',
      extentOf(newlyLocked),
    );
  },
};

/**
 * Row 11. A wait for work that may itself want the lock: outside the pair it stays outside; inside it is asked about, since the lock
 * is now held for all netns.
 * Upstream: the fix of 8805d13ff1b2 (addrconf); openvswitch cancels its works after ovs_unlock().
 */
export const waitsUnderTheLock: Check = {
  row: 11,
  name: 'waits under the lock',
  of: (subject, { lock, underLock }) => {
    const found = firstPaying(
      subject,
      underLock,
      ({ kind, via }) => kind === 'work-wait' && via === 'direct',
    );
    if (!found) return PROVED;
    return ask(
      `\`${found.effect.primitive}\`${throughText(found.effect)} waits under ${lockText(lock)}, held for the whole batch then. Can what it waits for want that lock?`,
      'the fix of 8805d13ff1b2: a synchronous cancel is allowed only where RTNL is not held',
      found.statement,
    );
  },
};

const throughText = ({ depth, path }: Effect): string =>
  depth > 1 ? ` (in \`${path.at(-1)!.function}\`)` : '';

/**
 * Row 12. In an rtnl slot RTNL is held by the core: a callee that takes it would wait for itself for ever.
 * Upstream: 70f16ea2e4f6 had to come before 110d3047a3ec.
 */
export const nobodyTakesRtnlBelow: Check = {
  row: 12,
  name: 'nobody below takes RTNL',
  of: (subject, draft) => {
    if (!targetsRtnlSlot(draft)) return PROVED;
    const found = firstPaying(
      subject,
      draft.underLock,
      ({ kind, depth, via, path }) =>
        kind === 'rtnl' && depth > 1 && via === 'direct' && !draft.helpers.includes(path.at(-1)!.function),
    );
    if (!found) return PROVED;
    const by = found.effect.path.at(-1)!.function;
    if (found.effect.conditional)
      return ask(
        `\`${by}\` takes RTNL on some path. Is that path impossible while RTNL is held?`,
        '70f16ea2e4f6 added a variant without the lock before 110d3047a3ec could convert vxlan',
        found.statement,
      );
    return refuse(
      `\`${by}\` takes RTNL itself and would wait for itself: add a variant of it without the lock first`,
      '70f16ea2e4f6 had to come before 110d3047a3ec',
    );
  },
};

/**
 * Row 14. The lock is held for all netns: worth a question where a walk of something large stands under it.
 * Upstream: ea3e91666ddd and ee403248fa6d add cond_resched() to the loop.
 */
export const heldMuchLonger: Check = {
  row: 14,
  name: 'held much longer',
  of: (subject, draft) => {
    if (draft.lock === null || !draft.slots.includes('exit_batch')) return PROVED;
    const found = firstPaying(subject, draft.underLock, ({ kind }) => kind === 'table-walk');
    if (!found) return PROVED;
    return ask(
      `The walk over \`${found.effect.lock ?? found.effect.primitive}\` runs under ${lockText(draft.lock)} for every netns of the batch, with a cond_resched() between two. Nobody else gets the lock meanwhile: is that short enough?`,
      'ea3e91666ddd and ee403248fa6d added cond_resched() between two netns',
      found.statement,
    );
  },
};

/**
 * Row 29. A lock of the whole kernel can protect more than the loop: none is replaced by a lock of one netns here.
 * Upstream: ipvs, where the global mutex also kept net->ipvs valid for a notifier (2019).
 */
export const noLockReplaced: Check = {
  row: 29,
  name: 'no lock is replaced',
  of: (_: Case, { lock, slots, underLock }: Draft) =>
    lock !== null && !lock.isRtnl && !slots.includes('exit_batch')
      ? ask(
          `${lockText(lock)} would no longer be held. What else did it protect?`,
          'ipvs, 2019: the mutex also kept net->ipvs valid for a notifier',
          extentOf(underLock),
        )
      : PROVED,
};

/**
 * Row 30. No lock is taken away without the core holding the same: states it hid stay hidden.
 * Upstream: 84a7d6797e6a → ERR_PTR entries were dereferenced.
 */
export const noLockRemoved: Check = {
  row: 30,
  name: 'no lock is removed',
  of: (_: Case, draft: Draft) =>
    draft.lock === null && draft.underLock.length > 0 && !targetsRtnlSlot(draft)
      ? refuse(
          'statements that run under a lock today would run without',
          '84a7d6797e6a: half-made entries became visible',
        )
      : PROVED,
};
