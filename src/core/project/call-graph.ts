import type { Call, FunctionFacts, Glimpse } from '../facts';
import {
  CORE_FOLDERS,
  INCLUDE_FOLDER,
  type IndirectEdge,
  isKernel,
  type Primitive,
  type Primitives,
} from '../kernel';
import { primitiveCalled } from './costs';
import type { FunctionRef } from './definition-store';
import { directlyIn, folderOf, folderOfScope, isIn, nearScope, type Scope } from './folders';
import { Resolver } from './resolver';
import type { SourceIndex } from './source-index';
import type { Sources } from './sources';

/**
 * Functions called this many calls below the handler, or nearer, are searched in the whole tree; deeper ones only where
 * kernel code usually is. Reading all of drivers/ for a callee that deep costs seconds and finds LEDs and ACPI.
 */
const FAR_DEPTH = 3;

/** `&quux_free` and `quux_free` alike name a function when they are an argument. */
const ARGUMENT_NAME = /^&?([A-Za-z_]\w*)$/;

export const namedArgument = (argument: string): string | undefined => ARGUMENT_NAME.exec(argument)?.[1];

/** A call with what it leads to. */
export interface Step {
  readonly call: Call;
  readonly primitive: Primitive | undefined;
  readonly targets: readonly FunctionRef[];
}

/**
 * The functions that exit paths reach, with their facts: grown outwards from the handlers, a depth at a time, reading
 * only the folders that calls lead to.
 */
export class CallGraph {
  readonly index: SourceIndex;
  readonly #resolver: Resolver;
  readonly #facts = new Map<FunctionRef, FunctionFacts | null>();
  readonly #steps = new Map<FunctionRef, readonly Step[]>();
  #paying: ReadonlySet<FunctionRef> | null = null;
  readonly #indirect = new Map<string, readonly FunctionRef[]>();
  readonly #seen = new Set<Scope>();
  readonly #sources: Sources;
  readonly #primitives: Primitives;
  readonly #edges: readonly IndirectEdge[];

  constructor(sources: Sources, index: SourceIndex, primitives: Primitives, edges: readonly IndirectEdge[]) {
    this.#sources = sources;
    this.index = index;
    this.#resolver = new Resolver(index);
    this.#primitives = primitives;
    this.#edges = edges;
  }

  factsOf(ref: FunctionRef): FunctionFacts | null {
    return this.#facts.get(ref) ?? null;
  }

  get functionsReached(): number {
    return this.#facts.size;
  }

  /** The calls of a function that lead anywhere: to a primitive, a definition, or what was passed for a parameter. */
  stepsOf(ref: FunctionRef): readonly Step[] {
    const known = this.#steps.get(ref);
    if (known) return known;
    const steps = (this.factsOf(ref)?.calls ?? [])
      .map(call => ({
        call,
        primitive: primitiveCalled(this.#primitives, call),
        targets: this.#targetsOf(call, ref.file),
      }))
      .filter(
        ({ call, primitive, targets }) => primitive || targets.length > 0 || call.calling === 'parameter',
      );
    this.#steps.set(ref, steps);
    return steps;
  }

  /** Whether following a function can lead to an effect, however deep; most of the kernel's cannot. */
  mayPay(ref: FunctionRef): boolean {
    this.#paying ??= this.#findPaying();
    return this.#paying.has(ref);
  }

  /** Backwards from what pays by itself; who calls a parameter may pay through whatever is passed for it. */
  #findPaying(): ReadonlySet<FunctionRef> {
    const callers = new Map<FunctionRef, FunctionRef[]>();
    const paying = new Set<FunctionRef>();
    for (const [ref, facts] of this.#facts) {
      const steps = this.stepsOf(ref);
      for (const target of steps.flatMap(({ targets }) => targets)) {
        const known = callers.get(target);
        if (known) known.push(ref);
        else callers.set(target, [ref]);
      }
      const pays =
        steps.some(({ call, primitive }) => primitive || call.calling === 'parameter') ||
        facts?.loops.some(loop => loop.comparesNet);
      if (pays) paying.add(ref);
    }
    // a set hands out what is added while it is walked
    for (const ref of paying) for (const caller of callers.get(ref) ?? []) paying.add(caller);
    return paying;
  }

  /** The definitions that a call in `file` may enter; none for primitives (unless looked into) and opaque functions. */
  #targetsOf(call: Call, file: string): readonly FunctionRef[] {
    if (call.calling === 'name')
      return this.#follows(call.callee) ? this.#resolver.resolve(call.callee, file).targets : [];
    if (call.calling === 'member') return this.#indirect.get(`${folderOf(file)}\0${call.callee}`) ?? [];
    return [];
  }

  /** The functions that an argument of a call names, if it names one. */
  argumentTargets(argument: string, file: string): readonly FunctionRef[] {
    const name = namedArgument(argument);
    if (name === undefined) return [];
    return this.#resolver.resolve(name, file).targets.filter(ref => ref.definition.kind === 'function');
  }

  /** The macro definitions behind a loop whose table does not show: `for_each_rdev(rdev)`. */
  walkerTargets(macro: string, file: string): readonly FunctionRef[] {
    return this.#resolver.resolve(macro, file).targets.filter(ref => ref.definition.kind === 'macro');
  }

  resolve(name: string, file: string): readonly FunctionRef[] {
    return this.#resolver.resolve(name, file).targets;
  }

  /** Reads the folders of the scanned files where no tree says, by its headers, what is declared elsewhere. */
  async seeModule(files: readonly string[]): Promise<void> {
    if (this.#sources.list(INCLUDE_FOLDER).length > 0) return;
    await this.#read(unique(files.map(file => directlyIn(folderOf(file)))), 'near');
  }

  /** Resolves handlers by name, reading more of the tree where a prototype promises a definition elsewhere. */
  async find(
    wanted: readonly { readonly name: string; readonly file: string }[],
  ): Promise<readonly FunctionRef[]> {
    await this.#searchFor(wanted, true);
    return wanted.flatMap(({ name, file }) => this.#resolver.resolve(name, file).targets);
  }

  /**
   * Gathers the facts of all functions within `depth` calls of `seeds` (the seeds are depth 1).
   * @param onRound called before each depth with the number of functions about to be read; false stops the growth
   */
  async grow(
    seeds: readonly FunctionRef[],
    depth: number,
    onRound: (functions: number) => boolean,
  ): Promise<void> {
    this.#steps.clear();
    this.#paying = null;
    let frontier = unique(seeds).filter(ref => !this.#facts.has(ref));
    for (let level = 1; level <= depth && frontier.length > 0; level++) {
      if (!onRound(frontier.length)) return;
      const isLast = level === depth;
      const read = isLast && level > 1 ? await this.#mayPayThemselves(frontier) : frontier;
      for (const ref of frontier) this.#facts.set(ref, null);
      const facts = await this.#sources.functionFacts(read);
      read.forEach((ref, at) => {
        this.#facts.set(ref, facts[at] ?? null);
      });
      if (isLast) return;
      await this.#searchFor(
        frontier.flatMap(ref => this.#calledFrom(ref)),
        level <= FAR_DEPTH,
      );
      await this.#readIndirectEdges(frontier);
      frontier = unique(frontier.flatMap(ref => this.#next(ref))).filter(ref => !this.#facts.has(ref));
    }
  }

  /** Where no path goes on, only what a function pays in its own body matters; most pay nothing, and need no parse. */
  async #mayPayThemselves(refs: readonly FunctionRef[]): Promise<readonly FunctionRef[]> {
    const glimpses = await this.#sources.glimpses(refs);
    return refs.filter(({ definition }, at) => {
      const seen = glimpses[at] ?? null;
      // a macro can be the walk of its caller's loop
      return seen === null || definition.kind === 'macro' || this.#maySpend(seen);
    });
  }

  #maySpend({ names, comparesNet }: Glimpse): boolean {
    const primitives = this.#primitives;
    return (
      comparesNet ||
      names.some(
        name =>
          primitives.of(name) !== undefined ||
          primitives.member(name) !== undefined ||
          // the class of a guard over a scope stands behind the parenthesis
          name.includes('guard'),
      )
    );
  }

  #follows(name: string): boolean {
    const primitive = this.#primitives.of(name);
    return primitive
      ? primitive.lookInside === true || primitive.standIn === true
      : !this.#primitives.isOpaque(name);
  }

  #calledFrom(ref: FunctionRef): { name: string; file: string }[] {
    const facts = this.#facts.get(ref);
    const called = (facts?.calls ?? [])
      .filter(call => call.calling === 'name' && this.#follows(call.callee))
      .map(call => call.callee);
    return [...called, ...hiddenWalks(facts)].map(name => ({ name, file: ref.file }));
  }

  #next(ref: FunctionRef): FunctionRef[] {
    const facts = this.#facts.get(ref);
    const walks = hiddenWalks(facts).flatMap(macro => this.walkerTargets(macro, ref.file));
    const called = (facts?.calls ?? []).flatMap(call => {
      const targets = this.#targetsOf(call, ref.file);
      const callsBack =
        targets.length > 0 || this.#primitives.of(call.callee)?.callbackArgument !== undefined;
      const callbacks = callsBack
        ? call.args.flatMap(argument => this.argumentTargets(argument, ref.file))
        : [];
      return [...targets, ...callbacks];
    });
    return [...called, ...walks];
  }

  /**
   * Reads folders until every promised definition is found or there is nothing left to read.
   * @param far whether the tree outside the core folders is worth reading
   */
  async #searchFor(
    wanted: readonly { readonly name: string; readonly file: string }[],
    far: boolean,
  ): Promise<void> {
    const isMissing = ({ name, file }: { name: string; file: string }): boolean =>
      this.#resolver.resolve(name, file).missing;
    await this.#read([INCLUDE_FOLDER, ...new Set(wanted.map(({ file }) => nearScope(file)))], 'near');
    let missing = wanted.filter(isMissing);
    if (missing.length === 0) return;
    await this.#read(CORE_FOLDERS, 'near');
    missing = missing.filter(isMissing);
    if (missing.length === 0 || !far) return;
    await this.#read([''], 'far');
    this.index.bringNear(new Set(missing.map(({ name }) => name)));
    this.#resolver.forget();
  }

  async #read(scopes: readonly Scope[], distance: 'near' | 'far'): Promise<void> {
    const fresh = scopes.filter(scope => !this.#seen.has(scope));
    if (fresh.length === 0) return;
    for (const scope of fresh) this.#seen.add(scope);
    await this.#load(fresh.filter(scope => !this.index.store.hasScope(scope)));
    for (const scope of fresh) {
      if (distance === 'near') this.index.addScope(scope);
      else this.index.addFar();
    }
    this.#resolver.forget();
  }

  /** Reads into the store what these scopes have and it lacks. */
  async #load(scopes: readonly Scope[]): Promise<void> {
    const { store } = this.index;
    const listed = scopes.flatMap(scope =>
      this.#sources.list(folderOfScope(scope)).filter(file => isIn(file, scope)),
    );
    const files = unique(listed).filter(isKernel);
    for (const file of files) store.markListed(file);
    const unknown = files.filter(file => !store.has(file));
    const indexes = unknown.length === 0 ? [] : await this.#sources.index(unknown);
    unknown.forEach((file, at) => {
      const packed = indexes[at];
      if (typeof packed === 'string') store.add(file, packed, true);
    });
    for (const scope of scopes) store.markScope(scope);
  }

  async #readIndirectEdges(frontier: readonly FunctionRef[]): Promise<void> {
    for (const ref of frontier) {
      for (const call of this.#facts.get(ref)?.calls ?? []) {
        if (call.calling !== 'member') continue;
        const edges = this.#edges.filter(edge => edge.member === call.callee);
        const folder = folderOf(ref.file);
        const key = `${folder}\0${call.callee}`;
        if (edges.length === 0 || this.#indirect.has(key)) continue;
        const files = this.#sources.list(folder);
        const assigned = await Promise.all(
          edges.map(edge => this.#sources.assigned(files, edge.struct, edge.member)),
        );
        this.#indirect.set(
          key,
          unique(assigned.flat().flatMap(({ name, file }) => this.#resolver.resolve(name, file).targets)),
        );
      }
    }
  }
}

/** Loop macros that filter by netns over something that their arguments do not name. */
const hiddenWalks = (facts: FunctionFacts | null | undefined): readonly string[] =>
  (facts?.loops ?? [])
    .filter(loop => loop.comparesNet && loop.table === null && !/^(?:for|while|do)$/.test(loop.macro))
    .map(loop => loop.macro);

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
