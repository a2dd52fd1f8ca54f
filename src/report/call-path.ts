import type { Hop } from '../core/project';
import type { Finding } from '../core/rules';

/** A hop of a finding's path and the name it calls; null at the end of a path that leads to no primitive. */
export interface Call {
  readonly hop: Hop;
  readonly callee: string | null;
}

/** Every hop with what it calls: the function of the next hop, at last the primitive. */
export const callsOf = ({ path, primitive }: Finding): readonly Call[] =>
  path.map((hop, index) => ({ hop, callee: path[index + 1]?.function ?? primitive }));

/**
 * The path as people read it, one string for each step: `foo_exit_net (net/foo/foo_main.c:12)`, …, `rtnl_lock`.
 * Empty for a finding without a path.
 */
export const stepsOf = (
  { path, primitive }: Finding,
  shownPath: (file: string) => string,
): readonly string[] => {
  const hops = path.map(hop => `${hop.function} (${shownPath(hop.file)}:${hop.line})`);
  return hops.length > 0 && primitive !== null ? [...hops, primitive] : hops;
};

/** Between the steps of a path. */
export const STEP = ' > ';
