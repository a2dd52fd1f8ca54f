import type { Op } from '../simulation';

/**
 * Which ops of a tree are simulated. A tree has the ops of every driver and protocol; no kernel has all of them loaded.
 * - `stack`: what practically every kernel with network namespaces has, and the previewed ops;
 * - `all`: the whole tree, as if every module were loaded;
 * - `only`: the previewed ops alone.
 */
export const LOADED = ['stack', 'all', 'only'] as const;
export type Loaded = (typeof LOADED)[number];

/**
 * Folders and files, relative to the tree root, whose ops are taken to be loaded everywhere. An assumption: modules
 * among them (tunnels of net/ipv4 and net/ipv6) are loaded on many machines, not on all.
 */
const STACK: readonly string[] = [
  'net/core',
  'net/ipv4',
  'net/ipv6',
  'net/netlink',
  'net/packet',
  'net/unix',
  'net/xfrm',
  'net/xdp',
  'net/devlink',
  'net/ethtool',
  'net/sysctl_net.c',
  'kernel',
  'lib',
  'fs/proc',
  'security',
];

/** Whether a file's ops are taken to be loaded everywhere. */
export const inStack = (file: string): boolean =>
  STACK.some(place => file === place || file.startsWith(`${place}/`));

/** An op with the file that it stands in. */
interface Placed {
  readonly op: Op;
  readonly source: { readonly file: string };
}

/**
 * The ops that are loaded, in their order.
 * @param subject ids of the previewed ops; they are always loaded
 */
export function loadedOps<T extends Placed>(
  ops: readonly T[],
  loaded: Loaded,
  subject: ReadonlySet<string>,
): T[] {
  if (loaded === 'all') return [...ops];
  const chosen = ops.filter(
    ({ op, source }) => subject.has(op.id) || (loaded === 'stack' && inStack(source.file)),
  );
  // an out-of-tree module, or a driver by itself: there is no stack to choose from
  return chosen.length > 0 ? chosen : [...ops];
}

/** Whether `stack` and `all` differ for these ops. */
export const hasStack = (ops: readonly Placed[]): boolean =>
  ops.some(({ source }) => inStack(source.file)) && !ops.every(({ source }) => inStack(source.file));

/** How many of these ops are taken to be loaded everywhere. */
export const inStackCount = (ops: readonly Placed[]): number =>
  ops.filter(({ source }) => inStack(source.file)).length;
