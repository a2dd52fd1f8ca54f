import { type Effect, isLockOfService, isLockToShare, perItem, perNet } from '../project';
import type { Case } from './case';
import { type Refusal, refusal } from './refactoring';
import { rtnlSlotOf } from './slot-choice';

const SHAREABLE = new Set(['rtnl', 'grace-period', 'rcu-barrier', 'global-lock', 'device-unregister']);

/** What a handler pays per netns and could share; what costs most and is nearest comes first. */
export const shareable = ({ exitPath }: Pick<Case, 'exitPath'>): readonly Effect[] =>
  exitPath.effects
    .filter(effect => SHAREABLE.has(effect.kind) && perNet(effect))
    .filter(effect => effect.kind !== 'global-lock' || isLockToShare(effect))
    .sort((a, b) => rank(a) - rank(b) || a.depth - b.depth);

const rank = ({ kind }: Effect): number => (kind === 'global-lock' ? 1 : 0);

/** `mutex_lock` of `quux_mutex`, for sentences. */
export const costText = ({ primitive, lock }: Effect): string =>
  `\`${primitive}\`${lock === null ? '' : ` (\`${lock}\`)`}`;

function placeOf(effect: Effect): string {
  const { function: name, file, line } = effect.path.at(-1)!;
  return `${costText(effect)} is called in \`${name}\` (${file}:${line})`;
}

/** How a cost that is paid for every entry becomes one of the netns, which a batch can share. */
function outOfTheLoop({ kind }: Effect): string {
  switch (kind) {
    case 'rtnl':
    case 'global-lock':
      return 'take it once around that loop first, then a batch can take it once for all netns';
    case 'device-unregister':
      return 'queue the devices in that loop first, and unregister them once behind it';
    default:
      return 'unlink all of them in that loop first, wait once behind it and free them then; or leave freeing to kfree_rcu() or call_rcu(), and wait for nothing';
  }
}

/** Why a cost that lies further down cannot be shared by changing the handler and one helper. */
export function outOfReach(handler: string, effect: Effect): Refusal {
  const last = effect.path.at(-1)!;
  const where = placeOf(effect);
  if (effect.via !== 'direct')
    return refusal(
      `${where}, which \`${handler}\` reaches through a function pointer: who else is called that way cannot be told from the text`,
    );
  if (perItem(effect))
    return refusal(
      `${where} for every ${effect.per === 'device' ? 'device' : 'table entry'}: ${outOfTheLoop(effect)}`,
    );
  const between = effect.path.slice(1, -1).map(hop => `\`${hop.function}\``);
  const chain =
    between.length === 0 ? `\`${last.function}\`` : `each function between (${between.join(', ')})`;
  return refusal(
    `${where}, ${effect.depth - 1} call${effect.depth > 2 ? 's' : ''} below \`${handler}\`: ${chain} would first have to take the list of netns, or leave the call to its caller`,
    '64bc17811b72, 9b5b36374ed6: the helpers took the list first, then the handlers could',
  );
}

/** Why no refactoring is about this handler; empty where it pays nothing that anything could be done about. */
export function whyNothing(subject: Case): readonly Refusal[] {
  const nearest = whyNotShared(subject);
  if (nearest) return [nearest];
  return [ofWalk, ofUnknownLock, ofWait].map(of => of(subject.exitPath)).filter(reason => reason !== null);
}

/** Why what could be shared is not. */
function whyNotShared(subject: Case): Refusal | null {
  const { handler, exitPath, tree } = subject;
  const [effect] = shareable(subject);
  if (effect && exitPath.slot === 'pre_exit')
    return refusal(
      `${placeOf(effect)} for each netns; \`.pre_exit\` has no form for a batch in any tree. It can be paid once only in \`.exit_batch\`: move it there if readers need not be rid of it before the grace period`,
      'd7d99872c144: .pre_exit is called for each netns, before one grace period for all',
    );
  if (effect && effect.depth > 1) return outOfReach(handler.name, effect);
  if (effect)
    return refusal(
      `${costText(effect)} stands in \`${handler.name}\` itself, in a branch or loop, or not as a pair of statements of its body: bring it into that form first`,
    );
  const slot = exitPath.slot === 'exit_batch' ? rtnlSlotOf(tree) : null;
  const batched = exitPath.effects.find(one => one.kind === 'rtnl' && !perNet(one));
  if (slot && batched)
    return refusal(
      `${placeOf(batched)} for the batch, and \`${handler.name}\` does more than that: give what stands under RTNL a function of its own, which can go to \`.${slot}\``,
      '110d3047a3ec (vxlan) came after the part under RTNL had been told apart',
    );
  return null;
}

function ofWalk({ effects }: Case['exitPath']): Refusal | null {
  const walk = effects.find(one => one.kind === 'table-walk' && perNet(one));
  return walk
    ? refusal(
        `${placeOf(walk)} for each netns. A table of each netns would need no walk; one walk for the batch has to tell, for each entry, whether its netns is on the list, and not whether it is dead. Which of the two fits is not in the text`,
        'e66d11722204 (a hash of each netns); b099ce2602d8 (one walk, by "is it dead") → 565d121b6998 (two batches at once)',
        9,
      )
    : null;
}

/** A lock that its expression alone does not tell to be of all netns; further down it is some subsystem's own. */
function ofUnknownLock({ effects }: Case['exitPath']): Refusal | null {
  const unknown = effects.find(
    one =>
      one.lock !== null &&
      one.lockOwner === 'unknown' &&
      one.depth <= 2 &&
      perNet(one) &&
      !isLockOfService(one),
  );
  return unknown
    ? refusal(
        `${placeOf(unknown)}: whether all netns share that lock cannot be told from the text. If each has its own, a batch would spare nothing; if they share it, take it once around the loop by hand`,
        'wireguard: device_update_lock is one of each device, and stays inside the loop',
      )
    : null;
}

function ofWait({ effects }: Case['exitPath']): Refusal | null {
  const wait = effects.find(one => one.kind === 'work-wait' && perNet(one));
  return wait
    ? refusal(
        `${costText(wait)} waits for each netns, and in a batch it would wait as often: ${waitsLess(wait.primitive)}`,
        'the ipvs thread of 2019: thread stops and timer waits were the real cost, and the loop did not change them',
      )
    : null;
}

/** What spares a wait that no loop spares: docs/rules/exit-waits-for-work.md */
function waitsLess(primitive: string): string {
  if (/timer/.test(primitive))
    return 'it returns at once unless the callback runs at that moment, so little is to be gained';
  if (/workqueue|flush_scheduled|worker$/.test(primitive))
    return 'let all netns queue on one workqueue, and flush it once in `.exit_batch`, behind a loop that stops what queues';
  if (primitive.includes('work'))
    return 'let the work hold a reference and free what it needs when it ends, so that nobody waits';
  if (/sleep|schedule_timeout/.test(primitive))
    return 'wait for what it is about, not for the clock, or for all netns in a second loop of `.exit_batch`';
  return 'tell all to stop in `.pre_exit`, or in a first loop of `.exit_batch`, and wait in `.exit`, or in a second loop, by when most have stopped';
}
