import type { Effect, Ops } from '../../src/core/project';

/** A row of truth/reach-6.1.json: a primitive that a handler reaches. */
interface TrueReach {
  readonly prim: string;
  readonly lock: string | null;
  readonly how: 'direct' | 'callback';
  readonly depth: number;
  readonly path: readonly string[];
  readonly site: string;
}

export interface TrueHandler {
  readonly file: string;
  readonly op: string;
  readonly member: string;
  readonly handler: string;
  readonly prims: readonly TrueReach[];
}

export interface TrueOps {
  readonly file: string;
  readonly name: string;
  readonly members: Readonly<Record<string, string>>;
}

/** The truth counts what a compiler sees: macros are gone, and with them these names. */
const COMPILED_NAME: Readonly<Record<string, string>> = {
  flush_workqueue: '__flush_workqueue',
  mutex_lock_nested: 'mutex_lock',
  down_read_nested: 'down_read',
  down_write_nested: 'down_write',
};

const compiled = (name: string): string => COMPILED_NAME[name] ?? name;

/** How deep the comparison goes: paths a reader would follow. */
export const COMPARED_DEPTH = 4;

export interface Comparison {
  readonly wanted: number;
  readonly found: number;
  readonly reported: number;
  readonly confirmed: number;
  /** Rows of the truth that no effect answers. */
  readonly misses: readonly string[];
  /** Effects that the truth does not know at any depth. */
  readonly extras: readonly string[];
}

/**
 * Effects against the truth, by handler, primitive and lock.
 * @param isEffect whether a primitive of the truth maps to an effect at all
 */
export function compareReach(
  ops: readonly Ops[],
  truth: readonly TrueHandler[],
  isEffect: (primitive: string) => boolean,
): Comparison {
  const paths = new Map<string, Ops['exitPaths'][number]>(
    ops.flatMap(({ file, name, exitPaths }) =>
      exitPaths.map(path => [`${file} ${name} ${path.slot} ${path.handler}`, path] as const),
    ),
  );
  const misses: string[] = [];
  const extras: string[] = [];
  let wanted = 0;
  let reported = 0;
  for (const { file, op, member, handler, prims } of truth) {
    const key = `${file} ${op} ${member} ${handler}`;
    const effects = paths.get(key)?.effects ?? [];
    const answered = new Set(effects.map(({ primitive, lock }) => subject(compiled(primitive), lock)));
    const near = new Map(
      prims
        .filter(({ prim, depth }) => depth <= COMPARED_DEPTH && isEffect(prim))
        .map(row => [subject(row.prim, row.lock), row]),
    );
    wanted += near.size;
    for (const [wantedSubject, row] of near) {
      if (!answered.has(wantedSubject))
        misses.push(`${key}: ${row.path.join(' > ')} [${row.how}] at ${row.site}`);
    }
    const known = new Set(prims.map(({ prim, lock }) => subject(prim, lock)));
    const shown = new Map<string, Effect>();
    for (const effect of effects) {
      const name = compiled(effect.primitive);
      const key = subject(name, effect.lock);
      if (effect.depth <= COMPARED_DEPTH && effect.via !== 'indirect' && isEffect(name) && !shown.has(key))
        shown.set(key, effect);
    }
    reported += shown.size;
    for (const [name, effect] of shown) {
      if (!known.has(name)) extras.push(`${key}: ${written(effect)}`);
    }
  }
  return {
    wanted,
    found: wanted - misses.length,
    reported,
    confirmed: reported - extras.length,
    misses,
    extras,
  };
}

/** A primitive and the lock it takes; of a lock only the last name is compared, since the truth names types, not variables. */
const subject = (primitive: string, lock: string | null): string =>
  lock === null || !/^(?:mutex|down)_/.test(primitive)
    ? primitive
    : `${primitive} ${/(\w+)(?:\[[^\]]*\])?\)*$/.exec(lock)?.[1] ?? lock}`;

const written = ({ path, primitive, via, confidence }: Effect): string =>
  `${path.map(hop => `${hop.function}@${hop.file}:${hop.line}`).join(' > ')} > ${primitive} [${via}, ${confidence}]`;
