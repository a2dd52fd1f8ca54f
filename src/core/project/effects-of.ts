import type { Call, FunctionFacts, Loop } from '../facts';
import type { Primitive, Primitives } from '../kernel';
import { type CallGraph, namedArgument } from './call-graph';
import type { FunctionRef } from './definition-store';
import type { Confidence, Effect, Hop, Per, Via } from './effects';

/** A function on its way to be looked at, with all that is true of the path to it. */
interface Visit {
  readonly ref: FunctionRef;
  readonly per: Per;
  readonly conditional: boolean;
  readonly via: Via;
  /** Several files define a function of the path: one of them is meant, which is not known. */
  readonly ambiguous: boolean;
  /** What was passed for the parameters that are functions. */
  readonly bindings: ReadonlyMap<string, readonly FunctionRef[]>;
  readonly path: readonly Hop[];
}

const RANK: Readonly<Record<Per, number>> = { batch: 0, net: 1, device: 2, entry: 2 };

/** A loop can only make a thing more frequent. */
const times = (per: Per, turns: Per): Per => (RANK[turns] >= RANK[per] ? turns : per);

/** Calls this deep are still sure / still likely to be what a reader would find. */
const SURE_DEPTH = 3;
const LIKELY_DEPTH = 5;

/**
 * Everything `handler` pays, found breadth first: the shortest path to a call site speaks for it. An effect is one call
 * site at one multiplicity; the same site reached once per batch and once per netns counts twice.
 * @param start how often the core calls the slot
 * @param depth longest path that is followed; 1 = the handler's own body
 * @param bytesOf what a call allocates
 */
export function effectsOf(
  handlers: readonly FunctionRef[],
  start: Per,
  graph: CallGraph,
  primitives: Primitives,
  depth: number,
  bytesOf: (call: Call) => number | null = () => null,
): readonly Effect[] {
  const effects = new Map<string, Effect>();
  const seen = new Set<string>();
  const ids = new Map<FunctionRef, number>();
  const idOf = (ref: FunctionRef): number => {
    const known = ids.get(ref);
    if (known !== undefined) return known;
    ids.set(ref, ids.size);
    return ids.size - 1;
  };
  let frontier: Visit[] = [];
  const enter = (visit: Visit, next: Visit[]): void => {
    const bound = [...visit.bindings].map(([name, refs]) => `${name}=${refs.map(idOf).join('+')}`).join(',');
    const key = `${idOf(visit.ref)} ${visit.per} ${visit.via} ${bound}`;
    if (seen.has(key)) return;
    seen.add(key);
    next.push(visit);
  };
  const note = (effect: Effect): void => {
    const site = effect.path.at(-1);
    const key = `${effect.primitive} ${effect.lock} ${effect.per} ${site?.file}:${site?.line}`;
    const known = effects.get(key);
    if (!known || (known.via !== 'direct' && effect.via === 'direct' && effect.depth <= known.depth + 1)) {
      effects.set(key, effect);
    }
  };
  for (const ref of handlers) {
    const visit: Visit = {
      ref,
      per: start,
      conditional: false,
      via: 'direct',
      ambiguous: false,
      bindings: new Map(),
      path: [],
    };
    enter(visit, frontier);
  }
  for (let level = 1; level <= depth && frontier.length > 0; level++) {
    const next: Visit[] = [];
    for (const visit of frontier) {
      const facts = graph.factsOf(visit.ref);
      if (!facts) continue;
      for (const loop of facts.loops) noteWalk(visit, facts, loop);
      for (const call of facts.calls) followCall(visit, facts, call, next);
    }
    frontier = next;
  }
  return [...effects.values()];

  function hopAt(visit: Visit, facts: FunctionFacts, line: number): Hop {
    return { function: visit.ref.definition.name, file: visit.ref.file, line: facts.line + line };
  }

  /** A loop over a file-level table that filters by netns is an effect of its own. */
  function noteWalk(visit: Visit, facts: FunctionFacts, loop: Loop): void {
    const table = loop.comparesNet ? (loop.table ?? tableBehind(visit, loop)) : null;
    if (table === null) return;
    const outer = outermostWalk(facts, loop);
    if (
      outer !== loop &&
      facts.loops.some(other => other !== loop && isWalkOf(facts, other, outer) && other.line < loop.line)
    ) {
      return;
    }
    note(
      effectAt(visit, {
        kind: 'table-walk',
        primitive: loop.macro,
        lock: table,
        lockOwner: 'global',
        per: perOfLoop(visit.per, facts, outer.parent),
        conditional: visit.conditional || loop.conditional,
        hop: hopAt(visit, facts, loop.line),
        ambiguousLock: false,
        bytes: null,
      }),
    );
  }

  /** The file-level table that a loop macro names in its definition. */
  function tableBehind(visit: Visit, loop: Loop): string | null {
    for (const ref of graph.walkerTargets(loop.macro, visit.ref.file)) {
      const facts = graph.factsOf(ref);
      const walk = facts?.loops.find(({ table }) => table !== null);
      if (walk) return walk.table;
    }
    return null;
  }

  function followCall(visit: Visit, facts: FunctionFacts, call: Call, next: Visit[]): void {
    const per = perOfLoop(visit.per, facts, call.loop);
    const conditional = visit.conditional || call.conditional;
    const hop = hopAt(visit, facts, call.line);
    const targets = graph.targetsOf(call, visit.ref.file);
    const primitive = primitiveCalled(call);
    if (primitive && holds(primitive, call) && !(primitive.standIn && targets.length > 0)) {
      const lock = lockOf(primitive, call);
      note(
        effectAt(visit, {
          kind: primitive.kind,
          primitive: call.calling === 'guard' ? `guard(${call.callee})` : call.callee,
          lock,
          lockOwner: lock === null ? null : primitive.lockName === undefined ? call.owner : 'global',
          per,
          conditional: conditional || primitive.mayFail === true,
          hop,
          ambiguousLock: lock !== null && primitive.lockName === undefined && call.owner === 'unknown',
          bytes: primitive.kind === 'allocation' ? bytesOf(call) : null,
        }),
      );
    }
    const path = [...visit.path, hop];
    if (primitive?.callbackArgument !== undefined) {
      const argument = call.args[primitive.callbackArgument];
      const called = argument === undefined ? [] : boundOrNamed(visit, argument);
      for (const ref of called)
        enter(
          {
            ref,
            per: times(per, 'entry'),
            conditional,
            via: 'callback',
            ambiguous: visit.ambiguous,
            bindings: new Map(),
            path,
          },
          next,
        );
    }
    if (call.calling === 'parameter') {
      for (const ref of visit.bindings.get(call.callee) ?? []) {
        enter(
          { ref, per, conditional, via: 'callback', ambiguous: visit.ambiguous, bindings: new Map(), path },
          next,
        );
      }
      return;
    }
    const ambiguous = visit.ambiguous || severalFiles(targets);
    for (const ref of targets) {
      const via = call.calling === 'member' ? 'indirect' : visit.via;
      enter({ ref, per, conditional, via, ambiguous, bindings: bind(visit, call, ref), path }, next);
    }
  }

  function primitiveCalled(call: Call): Primitive | undefined {
    if (call.calling === 'name') return primitives.of(call.callee);
    if (call.calling === 'guard') return primitives.guard(call.callee);
    if (call.calling === 'member') return primitives.member(call.callee);
    return undefined;
  }

  function boundOrNamed(visit: Visit, argument: string): readonly FunctionRef[] {
    const name = namedArgument(argument);
    const bound = name === undefined ? undefined : visit.bindings.get(name);
    return bound ?? graph.argumentTargets(argument, visit.ref.file);
  }

  /** What the callee's parameters stand for, where an argument is a function. */
  function bind(visit: Visit, call: Call, callee: FunctionRef): Visit['bindings'] {
    const bindings = new Map<string, readonly FunctionRef[]>();
    const parameters = graph.factsOf(callee)?.parameters ?? [];
    parameters.forEach((parameter, at) => {
      const argument = call.args[at];
      if (argument === undefined) return;
      const targets = boundOrNamed(visit, argument);
      if (targets.length > 0) bindings.set(parameter.name, targets);
    });
    return bindings;
  }
}

interface Noted
  extends Pick<Effect, 'kind' | 'primitive' | 'lock' | 'lockOwner' | 'per' | 'conditional' | 'bytes'> {
  readonly hop: Hop;
  readonly ambiguousLock: boolean;
}

function effectAt(visit: Visit, { hop, ambiguousLock, ...noted }: Noted): Effect {
  const path = [...visit.path, hop];
  return {
    ...noted,
    depth: path.length,
    via: visit.via,
    confidence: confidenceOf(path.length, visit, ambiguousLock),
    path,
  };
}

function confidenceOf(depth: number, { via, ambiguous }: Visit, ambiguousLock: boolean): Confidence {
  if (depth > LIKELY_DEPTH || ambiguous || ambiguousLock) return 'low';
  if (depth > SURE_DEPTH || via !== 'direct') return 'medium';
  return 'high';
}

/** How often something in loop `loop` runs, all loops around it counted. */
function perOfLoop(per: Per, { loops }: FunctionFacts, loop: number): Per {
  const turns: Per[] = [];
  for (let at = loop; at >= 0; at = loops[at]!.parent) {
    const { turns: kind } = loops[at]!;
    if (kind !== 'retry') turns.unshift(kind);
  }
  return turns.reduce(times, per);
}

/** The outermost loop that is part of one walk: up to, and not including, the loop over the batch. */
function outermostWalk({ loops }: FunctionFacts, loop: Loop): Loop {
  let outer = loop;
  while (outer.parent >= 0 && loops[outer.parent]!.turns !== 'net') outer = loops[outer.parent]!;
  return outer;
}

const isWalkOf = (facts: FunctionFacts, loop: Loop, outer: Loop): boolean =>
  loop.comparesNet && loop.table !== null && outermostWalk(facts, loop) === outer;

function holds({ when }: Primitive, { args }: Call): boolean {
  if (!when) return true;
  return 'nullAt' in when ? args[when.nullAt] === 'NULL' : args.length === when.count;
}

function lockOf({ lockArgument, lockName }: Primitive, { args }: Call): string | null {
  if (lockName !== undefined) return lockName;
  return lockArgument === undefined ? null : (args[lockArgument]?.replace(/^&\s*/, '') ?? null);
}

const severalFiles = (targets: readonly FunctionRef[]): boolean =>
  new Set(targets.filter(ref => !ref.file.endsWith('.h')).map(ref => ref.file)).size > 1;
