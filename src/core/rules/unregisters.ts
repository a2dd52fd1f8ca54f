import { type Effect, perItem } from '../project';

/** A move to another netns waits for each device as well, but the kernel has no form of it that takes a list. */
const MOVES = /dev_change_net_namespace$/;

/** True for what could unregister a list of devices at once. */
export const unregisters = ({ kind, primitive }: Effect): boolean =>
  kind === 'device-unregister' && !MOVES.test(primitive);

/** True for a loop over devices that unregisters each alone; a list of them in each turn is another matter. */
export const unregistersOneByOne = (effect: Effect): boolean =>
  unregisters(effect) && perItem(effect) && !/_many/.test(effect.primitive);
