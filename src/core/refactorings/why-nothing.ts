import { type Effect, perItem, perNet } from '../project';
import type { Case } from './case';
import { type Refusal, refusal } from './refactoring';
import { rtnlSlotOf } from './slot-choice';

const SHAREABLE = new Set(['rtnl', 'grace-period', 'rcu-barrier', 'global-lock', 'device-unregister']);

/** What a handler pays per netns and could share; what costs most and is nearest comes first. */
export const shareable = ({ exitPath }: Pick<Case, 'exitPath'>): readonly Effect[] =>
  exitPath.effects
    .filter(effect => SHAREABLE.has(effect.kind) && perNet(effect))
    .filter(({ kind, lockOwner }) => kind !== 'global-lock' || lockOwner === 'global')
    .sort((a, b) => rank(a) - rank(b) || a.depth - b.depth);

const rank = ({ kind }: Effect): number => (kind === 'global-lock' ? 1 : 0);

/** `mutex_lock` of `quux_mutex`, for sentences. */
export const costText = ({ primitive, lock }: Effect): string =>
  `\`${primitive}\`${lock === null ? '' : ` (\`${lock}\`)`}`;

function placeOf(effect: Effect): string {
  const { function: name, file, line } = effect.path.at(-1)!;
  return `${costText(effect)} is called in \`${name}\` (${file}:${line})`;
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
      `${where} for every ${effect.per === 'device' ? 'device' : 'table entry'}: collect them in the loop first, and do it once behind it`,
    );
  const between = effect.path.slice(1, -1).map(hop => `\`${hop.function}\``);
  const chain =
    between.length === 0 ? `\`${last.function}\`` : `each function between (${between.join(', ')})`;
  return refusal(
    `${where}, ${effect.depth - 1} call${effect.depth > 2 ? 's' : ''} below \`${handler}\`: ${chain} would first have to take the list of netns, or leave the call to its caller`,
    '64bc17811b72, 9b5b36374ed6: the helpers took the list first, then the handlers could',
  );
}

/** Why no refactoring is about this handler; null where it pays nothing that anything could be done about. */
export function whyNothing(subject: Case): Refusal | null {
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
  const walk = exitPath.effects.find(one => one.kind === 'table-walk' && perNet(one));
  if (walk)
    return refusal(
      `${placeOf(walk)} for each netns. A table of each netns would need no walk; one walk for the batch has to tell, for each entry, whether its netns is on the list, and not whether it is dead. Which of the two fits is not in the text`,
      'e66d11722204 (a hash of each netns); b099ce2602d8 (one walk, by "is it dead") → 565d121b6998 (two batches at once)',
      9,
    );
  const wait = exitPath.effects.find(one => one.kind === 'work-wait' && perNet(one));
  if (!wait) return null;
  return refusal(
    `${costText(wait)} waits for work of each netns. A batch would wait as often: make the work something that needs no waiting for, or flush its queue once`,
    'the ipvs thread of 2019: thread stops and timer waits were the real cost, and the loop did not change them',
  );
}
