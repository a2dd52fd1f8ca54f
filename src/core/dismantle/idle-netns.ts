import type { EffectKind, Program } from '../simulation';
import { inEmptyNetns } from './op';
import { inStack } from './selection';
import type { TreeOp } from './tree-program';

/**
 * What one idle netns of the core stack pays on the kernel where the price `netCpu` was measured, and what that price has
 * in it therefore. Counted by a scan of Debian's 6.12 source, the nearest to the measured 6.18; one device, which is lo.
 */
const MEASURED: Readonly<Partial<Record<EffectKind, number>>> = {
  rtnl: 5,
  'global-lock': 24,
  'device-unregister': 1,
  'work-wait': 14,
  'proc-teardown': 95,
};

/** What of the measured idle netns the loaded ops account for; a driver by itself accounts for nothing of it. */
export function inNetCpuOf(loaded: readonly TreeOp[]): NonNullable<Program['inNetCpu']> {
  const effects = loaded
    .filter(({ source }) => inStack(source.file))
    .flatMap(({ op }) => inEmptyNetns(op).effects)
    .filter(({ slot, blocks }) => slot !== 'init' && blocks !== true);
  const kinds = Object.entries(MEASURED) as [EffectKind, number][];
  const counted = kinds.map(([kind, most]): [EffectKind, number] => {
    const own = effects.filter(effect => effect.kind === kind);
    return [
      kind,
      Math.min(
        most,
        own.reduce((sum, { times = 1 }) => sum + times, 0),
      ),
    ];
  });
  return Object.fromEntries(counted.filter(([, times]) => times > 0));
}
