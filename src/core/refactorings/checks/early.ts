import { codeOnly } from '../../text';
import type { Draft } from '../draft';
import { definitionsOf } from '../reading/handler';
import { ask, type Check, PROVED, refuse } from '../refactoring';
import { extentOf } from './positions';

const movesToPreExit = ({ slots, movedUp }: Draft): boolean =>
  slots.includes('pre_exit') && movedUp.length > 0;

/**
 * Row 7. Where `.init` failed half way, exit handlers of *other* ops run on that netns: a pointer that init's error path freed must
 * have been set to NULL before an earlier slot looks at it.
 * Upstream: devconf_all was left dangling (fix of 7d9b1b578d67).
 */
export const initFailedHalfWay: Check = {
  row: 7,
  name: 'init failed half way',
  of: ({ ops, text, handler }, { movedUp }) => {
    const init = ops.members.init;
    const [definition] = init === undefined ? [] : definitionsOf(text, init);
    if (!definition || movedUp.length === 0) return PROVED;
    const body = codeOnly(text.slice(definition.body, definition.end));
    for (const [, freed] of body.matchAll(
      /\b(?:kv?z?free(?:_sensitive)?|vfree|free_percpu)\s*\(\s*(\w+(?:->|\.)[\w.>-]+)\s*\)/g,
    )) {
      const member = freed!.split(/->|\./).at(-1)!;
      const reset = new RegExp(`\\b${member}\\s*=\\s*NULL\\b`).test(body);
      if (reset || !movedUp.some(({ code }) => new RegExp(`\\b${member}\\b`).test(code))) continue;
      return ask(
        `\`${init}\` frees \`${freed}\` when it fails and does not set it to NULL; \`${handler.name}\` uses it. Can nothing reach it in between?`,
        'the fix of 7d9b1b578d67: devconf_all was left dangling when init failed half way',
        extentOf(movedUp),
      );
    }
    return PROVED;
  },
};

/**
 * Row 25. Something later does the same again, for instance a NETDEV_UNREGISTER notifier.
 * Upstream: 767d1216bff8 → the nft_chain_filter fix, f9a43007d3f7, f3224ee463f8.
 */
export const notRepeatedLater: Check = {
  row: 25,
  name: 'not repeated later',
  of: ({ text }, draft) =>
    movesToPreExit(draft) && /\bNETDEV_UNREGISTER\b/.test(codeOnly(text))
      ? ask(
          'This file has a NETDEV_UNREGISTER notifier, which runs after `.pre_exit`. Does it repeat what moves there?',
          '767d1216bff8 needed five follow-ups, the last in 2026 (f9a43007d3f7, f3224ee463f8)',
          extentOf(draft.movedUp),
        )
      : PROVED,
};

/**
 * Row 26. What moves to `.pre_exit` touches state that the rest protects by a lock: the same lock is needed there.
 * Upstream: 3923b1e44066.
 */
export const sameLockInPreExit: Check = {
  row: 26,
  name: 'same lock in .pre_exit',
  of: ({ handler }, draft) => {
    if (!movesToPreExit(draft)) return PROVED;
    const rest = handler.statements.filter(statement => !draft.movedUp.includes(statement));
    const locks = rest.flatMap(({ call }) =>
      call && /^(?:mutex|spin|down|write|read)_?\w*lock\w*$|^down_/.test(call.name) ? [call.args[0]!] : [],
    );
    const shared = locks.find(lock =>
      draft.movedUp.some(({ names }) => names.has(/(\w+)\s*(?:->|\.)/.exec(lock)?.[1] ?? '')),
    );
    if (shared === undefined) return PROVED;
    return ask(
      `The rest of \`${handler.name}\` takes \`${shared}\`; what moves to \`.pre_exit\` touches the same object without. Does it need the lock there?`,
      '3923b1e44066: the commit mutex was missing in .pre_exit',
      extentOf(draft.movedUp),
    );
  },
};

/**
 * Row 27. A workqueue is drained while its works queue more.
 * Upstream: the fix of 5dfa598b249c.
 */
export const drainedWhileFilled: Check = {
  row: 27,
  name: 'drained while filled',
  of: ({ handler }, draft) => {
    if (!movesToPreExit(draft)) return PROVED;
    const drain = draft.movedUp.find(({ code }) => /\b(?:flush|drain|cancel)\w*\s*\(/.test(code));
    return drain
      ? ask(
          `\`${handler.name}\` waits for work, and that wait moves to \`.pre_exit\`. Can the work still be queued there? If so it must be flushed again`,
          'the fix of 5dfa598b249c: works of the queue queued works',
          drain,
        )
      : PROVED;
  },
};

/**
 * Row 28. RTNL in `.pre_exit` also holds up every failed clone().
 * Upstream: 60a25ef8dacb.
 */
export const noRtnlInPreExit: Check = {
  row: 28,
  name: 'no RTNL in .pre_exit',
  of: ({ effectsOf, tree }, draft) => {
    if (!draft.slots.includes('pre_exit')) return PROVED;
    const taken = draft.beforeLock
      .flatMap(statement => effectsOf(statement))
      .find(({ kind, via }) => kind === 'rtnl' && via === 'direct');
    if (!taken) return PROVED;
    const rather = tree.offers('exit_rtnl') ? '.exit_rtnl' : '.exit_batch_rtnl';
    return refuse(
      `\`${taken.path.at(-1)!.function}\` takes RTNL and would do so in \`.pre_exit\`, where it also holds up every failed clone(): give it a variant without the lock for \`${rather}\` first`,
      '60a25ef8dacb: wireguard took RTNL in .pre_exit; 70f16ea2e4f6: the unlocked variant came first',
    );
  },
};
