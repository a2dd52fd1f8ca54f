import type { SlotName } from '../kernel';
import { collectDevices } from './collect-devices';
import { dropEmptyBatch } from './drop-empty-batch';
import { helperTakesList } from './helper-takes-list';
import { keepBodyAsFunction } from './keep-body-as-function';
import { oneGracePeriodPerBatch } from './one-grace-period-per-batch';
import { plainLoop } from './plain-loop';
import { preExitSplit } from './pre-exit-split';
import type { Refactoring, TreeParts } from './refactoring';
import { splitPhases } from './split-phases';
import { useRtnlSlot } from './use-rtnl-slot';
import { wrapAndHoist } from './wrap-and-hoist';

/** All refactorings of handlers, those that gain most first. */
export const REFACTORINGS: readonly Refactoring[] = [
  useRtnlSlot,
  collectDevices,
  wrapAndHoist,
  splitPhases,
  keepBodyAsFunction,
  preExitSplit,
  oneGracePeriodPerBatch,
  helperTakesList,
  plainLoop,
  dropEmptyBatch,
];

/**
 * Ids of the refactorings that can remove a finding of this code, in the order of preference.
 * @param slot where the finding is: a handler's slot, null for a loop in any function, undefined for anywhere
 * @param offers the slots of the tree that it is in; default: whatever a tree may offer
 */
export const fixesFor = (
  code: string,
  slot?: SlotName | null,
  offers?: TreeParts['offers'],
): readonly string[] =>
  REFACTORINGS.filter(
    ({ serves, slots, loops = false, fits }) =>
      serves.includes(code) &&
      (slot === undefined || (slot === null ? loops : slots.includes(slot))) &&
      (!offers || !fits || fits(code, offers)),
  ).map(({ id }) => id);

/** Findings with the refactorings that can remove them; rules know nothing of refactorings. */
export const withFixes = <Found extends { readonly code: string; readonly slot: SlotName | null }>(
  findings: readonly Found[],
  offers: TreeParts['offers'],
): readonly Found[] =>
  findings.map(finding => ({ ...finding, fixes: fixesFor(finding.code, finding.slot, offers) }));
