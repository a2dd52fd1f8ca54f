import type { EffectKind } from '../simulation';

/** What one or several of a kind are called. */
export const EFFECT_NOUNS: Readonly<Record<EffectKind, readonly [one: string, several: string]>> = {
  rtnl: ['RTNL', 'RTNL'],
  'grace-period': ['grace period', 'grace periods'],
  'rcu-barrier': ['RCU barrier', 'RCU barriers'],
  'global-lock': ['global lock', 'global locks'],
  'device-unregister': ['device unregistration', 'device unregistrations'],
  'table-walk': ['table walk', 'table walks'],
  'work-wait': ['wait for work', 'waits for work'],
  'proc-teardown': ['/proc or sysctl entry', '/proc or sysctl entries'],
  allocation: ['allocation', 'allocations'],
};
