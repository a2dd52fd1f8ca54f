import type { Effect } from '../../src/core/project';

/** An effect with what is ordinary: in the handler's own body, once per netns, sure. */
export const anEffect = (
  kind: Effect['kind'],
  primitive: string,
  path: Effect['path'],
  more: Partial<Effect> = {},
): Effect => ({
  kind,
  primitive,
  lock: null,
  lockOwner: null,
  per: 'net',
  depth: Math.max(1, path.length),
  conditional: false,
  via: 'direct',
  confidence: 'high',
  path,
  bytes: null,
  ...more,
});
