import type { Ops } from '../project';
import { type Op, SLOTS, type Slot } from '../simulation';
import type { Offered } from './offered';
import { opOf, paid } from './op';

/** One thing that an op pays, in words for a reader. */
interface PaidPath {
  readonly slot: Slot;
  /** e.g. `rtnl per net: foo_exit_net > foo_flush (net/foo/table.c:3) > rtnl_lock`. */
  readonly words: string;
}

/** An op, where it stands, and on which paths it pays. */
export interface TreeOp {
  readonly op: Op;
  /** Relative to the tree root; 1-based. */
  readonly source: { readonly file: string; readonly line: number };
  readonly paths: readonly PaidPath[];
}

/** All ops of a scan, ready to be simulated. */
export interface TreeProgram {
  /** How people call the tree, e.g. the name of its folder. */
  readonly label: string;
  /** Slots that its core calls. */
  readonly slots: readonly Slot[];
  /** cleanup_net() of this tree waits by synchronize_rcu_expedited(). */
  readonly expedited: boolean;
  /** In the order in which they register, as far as it is known: subsystems before devices. */
  readonly ops: readonly TreeOp[];
  /** What refactorings write for its ops; null: nobody has asked them. */
  readonly offered: Offered | null;
}

interface Tree {
  readonly label: string;
  readonly slots: readonly Slot[];
  readonly expedited?: boolean;
  readonly offered?: Offered | null;
}

/** The effects of a scan as the program of a tree. */
export function treeProgram(
  ops: readonly Ops[],
  { label, slots, expedited = false, offered = null }: Tree,
): TreeProgram {
  const devicesLast = [...ops].sort((a, b) => Number(isDevice(a)) - Number(isDevice(b)));
  return { label, slots, expedited, ops: unique(devicesLast.map(treeOp)), offered };
}

/** register_pernet_device() puts an ops behind all subsystems. Source: net/core/net_namespace.c. */
const isDevice = ({ registeredBy }: Ops): boolean => registeredBy === 'register_pernet_device';

const treeOp = (ops: Ops): TreeOp => ({
  op: opOf(ops),
  source: { file: ops.file, line: ops.line },
  paths: ops.exitPaths.flatMap(path => [
    ...path.effects.flatMap(effect => {
      const [one] = paid(path, effect);
      if (!one) return [];
      const [first, ...rest] = effect.path;
      const hops = rest.map(hop =>
        hop.file === first?.file ? hop.function : `${hop.function} (${hop.file}:${hop.line})`,
      );
      const way = [...(first ? [first.function] : []), ...hops, effect.primitive].join(' > ');
      const remark = effect.conditional ? ', under a condition' : '';
      return [{ slot: path.slot, words: `${effect.kind} per ${effect.per}${remark}: ${way}` }];
    }),
    ...(path.handsOverDevices
      ? [
          {
            slot: path.slot,
            words: `device-unregister per batch: ${path.handler} puts devices on the list that the core unregisters`,
          },
        ]
      : []),
  ]),
});

/** Two ops of one name in one file (under #if and #else): the second is another op. */
function unique(ops: readonly TreeOp[]): TreeOp[] {
  const seen = new Map<string, number>();
  return ops.map(each => {
    const count = (seen.get(each.op.id) ?? 0) + 1;
    seen.set(each.op.id, count);
    return count === 1 ? each : { ...each, op: { ...each.op, id: `${each.op.id}#${count}` } };
  });
}

/** Whether the tree's cleanup_net() waits by synchronize_rcu_expedited(). @param core text of net/core/net_namespace.c */
export const waitsExpedited = (core: string): boolean => /\bsynchronize_rcu_expedited\s*\(/.test(core);

/** The slots of a list that the simulation knows. */
export const knownSlots = (slots: readonly string[]): Slot[] => SLOTS.filter(slot => slots.includes(slot));
