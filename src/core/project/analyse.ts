import type { Configuration } from '../configuration';
import type { Call, FileFacts, OpsMember, OpsObject, Place } from '../facts';
import {
  createPrimitives,
  INDIRECT_EDGES,
  isSlot,
  type Primitive,
  type Primitives,
  RTNL_SLOTS,
  SLOT_CALLS,
  type SlotName,
} from '../kernel';
import { allocationBytes } from './allocations';
import { CallGraph } from './call-graph';
import type { ExitPath, Note, Ops, Range, UnregisterLoop } from './effects';
import { effectsOf } from './effects-of';
import { SourceIndex } from './source-index';
import type { Sources } from './sources';
import { unregisterLoops } from './unregister-loops';

export interface AnalysisRequest {
  /** Files to look for ops and loops in, sorted, relative to the tree root. */
  readonly files: readonly string[];
  readonly configuration: Pick<Configuration, 'depth' | 'primitives' | 'locks' | 'indirectEdges'>;
  /** True once the user has given up; the analysis then answers with what it knows. */
  readonly cancelled: () => boolean;
  readonly onProgress: (phase: string, done: number, total: number) => void;
}

export interface Analysis {
  readonly ops: readonly Ops[];
  readonly loops: readonly UnregisterLoop[];
  readonly notes: readonly Note[];
  /** Files in which a comment may silence findings. */
  readonly withSuppressions: readonly string[];
  readonly filesScanned: number;
  readonly filesIndexed: number;
  readonly functionsReached: number;
  readonly partial: boolean;
}

/** Files handed to the sources at a time, so that progress shows and a cancelled scan stops soon. */
const CHUNK = 2_000;

interface Handler {
  readonly file: string;
  readonly slot: SlotName;
  readonly member: OpsMember;
}

/**
 * Everything the exit paths of these files pay. The same files give the same answer in the same order.
 * @param index a new one for each analysis; its store may know files from earlier ones, as they are now
 */
export async function analyse(
  sources: Sources,
  request: AnalysisRequest,
  index = new SourceIndex(),
): Promise<Analysis> {
  const { files, configuration, cancelled, onProgress } = request;
  const primitives = primitivesOf(configuration);
  const graph = new CallGraph(sources, index, primitives, [
    ...INDIRECT_EDGES,
    ...configuration.indirectEdges,
  ]);
  const found = new Map<string, FileFacts>();
  for (let at = 0; at < files.length && !cancelled(); at += CHUNK) {
    onProgress('reading files', at, files.length);
    const chunk = files.slice(at, at + CHUNK);
    const facts = await sources.fileFacts(chunk);
    chunk.forEach((file, index) => {
      const own = facts[index];
      if (own) found.set(file, own);
    });
  }
  for (const [file, facts] of found) index.add(file, facts.index);

  const handlers = [...found].flatMap(([file, facts]) => facts.ops.flatMap(ops => handlersOf(file, ops)));
  await graph.seeModule(files);
  const seeds = await graph.find(handlers.map(({ file, member }) => ({ name: member.value, file })));
  let round = 0;
  await graph.grow(seeds, configuration.depth, functions => {
    onProgress(`following calls, depth ${++round}`, 0, functions);
    return !cancelled();
  });
  const loops = cancelled() ? [] : await unregisterLoops(sources, primitives, found);
  const registers = Object.assign({}, ...[...found.values()].map(facts => facts.registers)) as Record<
    string,
    string
  >;
  const ops = [...found].flatMap(([file, facts]) =>
    facts.ops.map(object => {
      const described = describe(file, object, facts, graph, configuration.depth);
      return { ...described, registeredBy: described.registeredBy ?? registers[object.name] ?? null };
    }),
  );
  return {
    ops,
    loops,
    // who has given up has not looked for them
    notes: cancelled() ? [] : [...madeByMacros(found), ...missingHandlers(ops)],
    withSuppressions: [...found].filter(([, facts]) => facts.hasSuppressions).map(([file]) => file),
    filesScanned: files.length,
    filesIndexed: index.store.size,
    functionsReached: graph.functionsReached,
    partial: cancelled(),
  };
}

function primitivesOf({ primitives, locks }: Pick<Configuration, 'primitives' | 'locks'>): Primitives {
  const extra = new Map<string, Primitive>();
  for (const { name, ...primitive } of primitives) extra.set(name, primitive);
  for (const { lock, name } of locks) extra.set(lock, { kind: 'global-lock', lockName: name });
  return createPrimitives(extra);
}

/** The members that are handlers: a slot's name, and a plain function name, pasted perhaps, for its value. */
function handlersOf(file: string, { members }: OpsObject): Handler[] {
  return members.flatMap(member =>
    isSlot(member.member) && /^[A-Za-z_]\w*(?:##\w+)*$/.test(member.value) && member.value !== 'NULL'
      ? [{ file, slot: member.member, member }]
      : [],
  );
}

function describe(file: string, object: OpsObject, facts: FileFacts, graph: CallGraph, depth: number): Ops {
  return {
    file,
    line: object.nameAt.line + 1,
    name: object.name,
    members: Object.fromEntries(object.members.map(({ member, value }) => [member, value])),
    registeredBy: object.registeredBy,
    exitPaths: handlersOf(file, object).map(({ slot, member }): ExitPath => {
      const targets = graph.resolve(member.value, file);
      const bytesOf = (call: Call): number | null => allocationBytes(call, facts.constants);
      const start = { per: SLOT_CALLS[slot], underRtnl: RTNL_SLOTS.has(slot) };
      const { effects, queuesDevices } = effectsOf(targets, start, graph, depth, bytesOf);
      const unregisters = effects.some(({ kind }) => kind === 'device-unregister');
      const [first] = targets;
      const known = first && graph.factsOf(first);
      return {
        slot,
        handler: member.value,
        range: rangeOf(member.valueAt),
        definition: known ? { file: first.file, line: known.line + known.nameLine } : null,
        // creation pays for what .init allocates; what an exit path allocates is freed again
        effects: effects.filter(({ kind }) => (kind === 'allocation') === (slot === 'init')),
        ...(start.underRtnl && queuesDevices && !unregisters ? { handsOverDevices: true } : {}),
      };
    }),
  };
}

const rangeOf = ({ line, column, length }: Place): Range => ({
  start: { line: line + 1, column: column + 1 },
  end: { line: line + 1, column: column + 1 + length },
});

function missingHandlers(ops: readonly Ops[]): Note[] {
  return ops.flatMap(({ file, name, exitPaths }) =>
    exitPaths
      // of what a macro pastes its own note tells
      .filter(({ definition, handler }) => definition === null && !handler.includes('##'))
      .map(({ handler, slot, range }) => ({
        file,
        line: range.start.line,
        message: `no definition of \`${handler}\` (\`.${slot}\` of \`${name}\`) was found: a macro may make it, or its file is not in the tree`,
      })),
  );
}

const madeByMacros = (found: ReadonlyMap<string, FileFacts>): Note[] =>
  [...found].flatMap(([file, facts]) =>
    facts.ops.flatMap(({ name, nameAt, macro }) =>
      macro === undefined
        ? []
        : [
            {
              file,
              line: nameAt.line + 1,
              message: `the macro \`${macro}\` makes \`${name}\`: what its uses make is not analysed`,
            },
          ],
    ),
  );
