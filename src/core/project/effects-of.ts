import type { Call, FunctionFacts, Loop } from '../facts';
import { type CallGraph, namedArgument, type Step } from './call-graph';
import { type Constants, constantsFor, isRuledOut, NO_CONSTANTS } from './constants';
import { type Cost, costOf, queuesDevice } from './costs';
import type { FunctionRef } from './definition-store';
import type { Confidence, Effect, Hop, Per, Via } from './effects';
import { overOwnList, perInLoop, times, wholeWalk } from './multiplicity';

/** A function on its way to be looked at, with all that is true of the path to it. */
interface Visit {
  readonly ref: FunctionRef;
  readonly per: Per;
  /** How many hops stand in a branch, or behind an early return. */
  readonly branches: number;
  /** RTNL is held at some hop, or all the time. */
  readonly underRtnl: boolean;
  readonly via: Via;
  /** Some hop calls for what a function has chosen: the entries of a list of its own, or one looked up by a constant. */
  readonly chosen: boolean;
  /** Several files define a function of the path: one of them is meant, which is not known. */
  readonly ambiguous: boolean;
  /** What was passed for the parameters that are functions. */
  readonly bindings: Bindings;
  /** What was passed for the parameters, where it is a constant. */
  readonly constants: Constants;
  readonly path: readonly Hop[];
}

type Bindings = ReadonlyMap<string, readonly FunctionRef[]>;

const UNBOUND: Bindings = new Map();

/** What the handlers of a slot reach. */
export interface Reached {
  readonly effects: readonly Effect[];
  /** Devices are put on a list, which is no effect: whoever unregisters the list pays. Doubtful paths do not count. */
  readonly queuesDevices: boolean;
}

/** Calls this deep are still sure / still likely to be what a reader would find. */
const SURE_DEPTH = 3;
const LIKELY_DEPTH = 5;

/**
 * Everything a slot's handlers pay, found breadth first: the shortest path to a call site speaks for it, of equally short
 * ones that with the fewest branches. An effect is one call site at one multiplicity; the same site reached once per batch
 * and once per netns counts twice, as does one reached with RTNL and without: they cost differently. Calls in a branch that a constant argument rules out are not followed.
 * @param handlers the definitions of one handler: several under #ifdef
 * @param start how often the core calls the slot, and whether it holds RTNL meanwhile
 * @param depth longest path that is followed; 1 = the handler's own body
 * @param bytesOf what a call allocates
 */
export function effectsOf(
  handlers: readonly FunctionRef[],
  start: { readonly per: Per; readonly underRtnl: boolean },
  graph: CallGraph,
  depth: number,
  bytesOf: (call: Call) => number | null = () => null,
): Reached {
  const effects = new Map<string, Candidate>();
  let queuesDevices = false;
  const seen = new Map<string, { readonly at: number; readonly visit: Visit }>();
  const ids = new Map<FunctionRef, number>();
  const idOf = (ref: FunctionRef): number => {
    const known = ids.get(ref);
    if (known !== undefined) return known;
    ids.set(ref, ids.size);
    return ids.size - 1;
  };
  let frontier: Visit[] = [];
  const enter = (visit: Visit, next: Visit[]): void => {
    if (!graph.mayPay(visit.ref)) return;
    const bound = [...visit.bindings].map(([name, refs]) => `${name}=${refs.map(idOf).join('+')}`).join(',');
    const passed = [...visit.constants].map(([name, value]) => `${name}=${value}`).join(',');
    const key = `${idOf(visit.ref)} ${visit.per} ${visit.via} ${visit.underRtnl} ${visit.chosen} ${bound} ${passed}`;
    const known = seen.get(key);
    if (!known) {
      seen.set(key, { at: next.length, visit });
      next.push(visit);
    } else if (visit.path.length === known.visit.path.length && visit.branches < known.visit.branches) {
      seen.set(key, { at: known.at, visit });
      next[known.at] = visit;
    }
  };
  const note = (candidate: Candidate): void => {
    const { effect } = candidate;
    const site = effect.path.at(-1);
    // RTNL is not taken under RTNL: where it looks so, there is one acquisition all the same
    const held = effect.kind !== 'rtnl' && effect.underRtnl === true;
    const key = `${effect.primitive} ${effect.lock} ${effect.per} ${held} ${site?.file}:${site?.line}`;
    const known = effects.get(key);
    if (!known || speaksBefore(candidate, known)) effects.set(key, candidate);
  };
  for (const ref of handlers) {
    const visit: Visit = {
      ref,
      per: start.per,
      branches: 0,
      underRtnl: start.underRtnl,
      via: 'direct',
      chosen: false,
      ambiguous: false,
      bindings: UNBOUND,
      constants: NO_CONSTANTS,
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
      for (const step of graph.stepsOf(visit.ref)) followCall(visit, facts, step, next);
    }
    frontier = next;
  }
  return { effects: [...effects.values()].map(({ effect }) => effect), queuesDevices };

  function hopAt(visit: Visit, facts: FunctionFacts, line: number): Hop {
    return { function: visit.ref.definition.name, file: visit.ref.file, line: facts.line + line };
  }

  /** A loop over a file-level table that filters by netns is an effect of its own. */
  function noteWalk(visit: Visit, facts: FunctionFacts, loop: Loop): void {
    const table = loop.comparesNet ? (loop.table ?? tableBehind(visit, loop)) : null;
    if (table === null || isRuledOut(loop, visit.constants)) return;
    const walk = wholeWalk(facts, loop);
    const isFirst = facts.loops.find(other => isWalk(other) && wholeWalk(facts, other) === walk) === loop;
    if (loop.table !== null && !isFirst) return;
    const effect = effectAt(visit, {
      kind: 'table-walk',
      primitive: loop.macro,
      lock: table,
      lockOwner: 'global',
      bytes: null,
      per: perInLoop(visit.per, facts, walk.parent),
      conditional: visit.branches > 0 || loop.conditional,
      underRtnl: visit.underRtnl || loop.underRtnl === true,
      hop: hopAt(visit, facts, loop.line),
    });
    note({ effect, branches: visit.branches + Number(loop.conditional), chosen: visit.chosen });
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

  function followCall(
    visit: Visit,
    facts: FunctionFacts,
    { call, primitive, targets }: Step,
    next: Visit[],
  ): void {
    if (isRuledOut(call, visit.constants)) return;
    const hop = hopAt(visit, facts, call.line);
    const onwards = {
      per: perInLoop(visit.per, facts, call.loop),
      branches: visit.branches + Number(call.conditional),
      underRtnl: visit.underRtnl || call.underRtnl === true,
      chosen: visit.chosen || overOwnList(facts, call.loop) || call.args.some(isLookup),
      ambiguous: visit.ambiguous,
      bindings: UNBOUND,
      constants: NO_CONSTANTS,
      path: [...visit.path, hop],
    };
    const cost = primitive && costOf(primitive, call, targets.length > 0, bytesOf);
    if (cost) {
      const { per, branches, underRtnl } = onwards;
      const conditional = branches > 0 || primitive.mayFail === true;
      const effect = effectAt(visit, { ...cost, per, underRtnl, conditional, hop });
      note({ effect, branches, chosen: visit.chosen });
    }
    if (
      primitive &&
      queuesDevice(primitive, call) &&
      confidenceOf(onwards.path.length, visit, false) !== 'low'
    )
      queuesDevices = true;
    const calledBack =
      primitive?.callbackArgument === undefined ? undefined : call.args[primitive.callbackArgument];
    if (calledBack !== undefined) {
      for (const ref of boundOrNamed(visit, calledBack)) {
        enter({ ...onwards, ref, per: times(onwards.per, 'entry'), via: 'callback' }, next);
      }
    }
    if (call.calling === 'parameter') {
      for (const ref of visit.bindings.get(call.callee) ?? [])
        enter({ ...onwards, ref, via: 'callback' }, next);
    }
    const ambiguous = visit.ambiguous || severalFiles(targets);
    const via = call.calling === 'member' ? 'indirect' : visit.via;
    for (const ref of targets) {
      const bound = {
        bindings: bind(visit, call, ref),
        constants: constantsFor(call, facts, visit.constants, graph.factsOf(ref)),
      };
      enter({ ...onwards, ...bound, ref, via, ambiguous }, next);
    }
  }

  function boundOrNamed(visit: Visit, argument: string): readonly FunctionRef[] {
    const name = namedArgument(argument);
    const bound = name === undefined ? undefined : visit.bindings.get(name);
    return bound ?? graph.argumentTargets(argument, visit.ref.file);
  }

  /** What the callee's parameters stand for, where an argument is a function. */
  function bind(visit: Visit, call: Call, callee: FunctionRef): Bindings {
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

/** An effect, with what is true of the path to it. */
interface Candidate extends Pick<Visit, 'branches' | 'chosen'> {
  readonly effect: Effect;
}

/**
 * A path without callbacks is preferred if it is hardly longer, then one with fewer branches. Behind an ops table it hangs on
 * the object which function is meant, and what a function has chosen may be of one sort: a path that comes from all there
 * are is preferred there, if it is hardly longer.
 */
function speaksBefore(one: Candidate, other: Candidate): boolean {
  const isHardlyLonger = one.effect.depth <= other.effect.depth + 1;
  const [direct, otherDirect] = [one.effect.via === 'direct', other.effect.via === 'direct'];
  if (direct !== otherDirect) return direct && isHardlyLonger;
  const isIndirect = one.effect.via === 'indirect' && other.effect.via === 'indirect';
  if (isIndirect && one.chosen !== other.chosen) return other.chosen && isHardlyLonger;
  return one.effect.depth === other.effect.depth && one.branches < other.branches;
}

/** `quux_port(q, QUUX_LOCAL)`: an argument that fetches one object by what it is. */
const isLookup = (argument: string): boolean => /^\w+ ?\(.*, ?[A-Z][A-Z0-9_]+\)$/.test(argument);

/** A loop that shows its table and filters by netns. */
const isWalk = ({ comparesNet, table }: Loop): boolean => comparesNet && table !== null;

interface Noted extends Cost {
  readonly per: Per;
  readonly conditional: boolean;
  readonly underRtnl: boolean;
  readonly hop: Hop;
}

function effectAt(visit: Visit, { hop, underRtnl, ...noted }: Noted): Effect {
  const path = [...visit.path, hop];
  const confidence = confidenceOf(path.length, visit, noted.lockOwner === 'unknown');
  const held = underRtnl ? { underRtnl } : {};
  return { ...noted, ...held, depth: path.length, via: visit.via, confidence, path };
}

function confidenceOf(depth: number, { via, ambiguous }: Visit, ambiguousLock: boolean): Confidence {
  if (depth > LIKELY_DEPTH || ambiguous || ambiguousLock) return 'low';
  if (depth > SURE_DEPTH || via !== 'direct') return 'medium';
  return 'high';
}

const severalFiles = (targets: readonly FunctionRef[]): boolean =>
  new Set(targets.filter(ref => !ref.file.endsWith('.h')).map(ref => ref.file)).size > 1;
