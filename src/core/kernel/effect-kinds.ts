/** What a primitive costs an exit path. The vocabulary of rules, refactorings, simulation and patch impact alike. */
export const EFFECT_KINDS = [
  'rtnl',
  'grace-period',
  'rcu-barrier',
  'global-lock',
  'device-unregister',
  'table-walk',
  'work-wait',
  'proc-teardown',
  'allocation',
] as const;

export type EffectKind = (typeof EFFECT_KINDS)[number];
