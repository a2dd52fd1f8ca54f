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
    const answered = new Set(effects.flatMap(({ primitive, lock }) => names(compiled(primitive), lock)));
    const near = new Map(
      prims
        .filter(({ prim, depth }) => depth <= COMPARED_DEPTH && isEffect(prim))
        .map(row => [trueName(row.prim, row.lock), row]),
    );
    wanted += near.size;
    for (const [name, row] of near) {
      if (!answered.has(name)) misses.push(`${key}: ${row.path.join(' > ')} [${row.how}] at ${row.site}`);
    }
    const known = new Set(prims.map(({ prim, lock }) => trueName(prim, lock)));
    const shown = new Map<string, Effect>();
    for (const effect of effects) {
      const [name] = names(compiled(effect.primitive), effect.lock);
      if (effect.depth <= COMPARED_DEPTH && effect.via !== 'indirect' && isEffect(compiled(effect.primitive)))
        shown.set(name, shown.get(name) ?? effect);
    }
    reported += shown.size;
    for (const effect of shown.values()) {
      if (!names(compiled(effect.primitive), effect.lock).some(name => known.has(name)))
        extras.push(`${key}: ${written(effect)}`);
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

const takesLock = (primitive: string): boolean => /^(?:mutex|down)_/.test(primitive);

/**
 * What the truth calls a primitive and its lock. A lock is told by its last name, since the truth names types, not
 * variables; one of a struct without a name by its object: `quux_table (struct quux_table field 1)`.
 */
function trueName(primitive: string, lock: string | null): string {
  if (lock === null || !takesLock(primitive)) return primitive;
  const object = /^(\w+) \(struct \w+ field \d+\)$/.exec(lock)?.[1];
  return `${primitive} ${object ? `${object}.` : lastName(lock)}`;
}

/** What the truth may call an effect, the likeliest first. */
function names(primitive: string, lock: string | null): readonly [string, ...string[]] {
  if (lock === null || !takesLock(primitive)) return [primitive];
  const object = /^(\w+)\./.exec(lock)?.[1];
  return [`${primitive} ${lastName(lock)}`, ...(object ? [`${primitive} ${object}.`] : [])];
}

const lastName = (lock: string): string => /(\w+)(?:\[[^\]]*\])?\)*$/.exec(lock)?.[1] ?? lock;

const written = ({ path, primitive, via, confidence }: Effect): string =>
  `${path.map(hop => `${hop.function}@${hop.file}:${hop.line}`).join(' > ')} > ${primitive} [${via}, ${confidence}]`;

export interface OpsComparison {
  /** In the truth only. */
  readonly missed: readonly string[];
  /** In the report only. */
  readonly invented: readonly string[];
  /** In both, with other members: what each says. */
  readonly differing: readonly string[];
}

/** The objects of a report against the truth, by file and name. */
export function compareOps(reported: readonly Ops[], truth: readonly TrueOps[]): OpsComparison {
  const key = ({ file, name }: { readonly file: string; readonly name: string }) => `${file} ${name}`;
  const members = (of: Readonly<Record<string, string>>): string =>
    Object.entries(of)
      .map(([member, value]) => `.${member} = ${value}`)
      .sort()
      .join(', ');
  const byKey = new Map(reported.map(ops => [key(ops), ops]));
  const known = new Set(truth.map(key));
  return {
    missed: truth.filter(ops => !byKey.has(key(ops))).map(key),
    invented: reported.filter(ops => !known.has(key(ops))).map(key),
    differing: truth.flatMap(ops => {
      const [want, got] = [members(ops.members), members(byKey.get(key(ops))?.members ?? ops.members)];
      return want === got ? [] : [`${key(ops)}: ${got}; the truth has ${want}`];
    }),
  };
}
