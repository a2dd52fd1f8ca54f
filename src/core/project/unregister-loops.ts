import type { FileFacts, FunctionFacts } from '../facts';
import type { Primitives } from '../kernel';
import type { FunctionRef } from './definition-store';
import type { UnregisterLoop } from './effects';
import type { Sources } from './sources';

/** Primitives that take one device to its end, waits included, however many there are. */
const ONE_DEVICE: ReadonlySet<string> = new Set([
  'unregister_netdevice',
  'unregister_netdevice_queue',
  'dellink',
]);

/** Loops in any function of these files that unregister their devices one by one. */
export async function unregisterLoops(
  sources: Sources,
  primitives: Primitives,
  found: ReadonlyMap<string, FileFacts>,
): Promise<readonly UnregisterLoop[]> {
  const refs = [...found].flatMap(([file, { unregistering }]) =>
    unregistering.map((definition): FunctionRef => ({ file, definition })),
  );
  const facts = await sources.functionFacts(refs);
  return refs.flatMap((ref, at) => loopsIn(ref, facts[at] ?? null, primitives));
}

function loopsIn(
  { file, definition: { name } }: FunctionRef,
  facts: FunctionFacts | null,
  primitives: Primitives,
): UnregisterLoop[] {
  if (!facts) return [];
  return facts.calls.flatMap(call => {
    if (!ONE_DEVICE.has(call.callee)) return [];
    const primitive = call.calling === 'member' ? primitives.member(call.callee) : primitives.of(call.callee);
    const { when } = primitive ?? {};
    if (!primitive || (when && 'nullAt' in when && call.args[when.nullAt] !== 'NULL')) return [];
    const turns = turnsAround(facts, call.loop);
    if (!turns) return [];
    const line = facts.line + call.line;
    return [
      {
        function: name,
        file,
        range: {
          start: { line, column: call.column + 1 },
          end: { line, column: call.column + 1 + call.callee.length },
        },
        effect: {
          kind: primitive.kind,
          primitive: call.callee,
          lock: null,
          lockOwner: null,
          per: turns,
          depth: 1,
          conditional: call.conditional,
          via: 'direct',
          confidence: turns === 'device' ? 'high' : 'medium',
          path: [{ function: name, file, line }],
          bytes: null,
        },
      } satisfies UnregisterLoop,
    ];
  });
}

function turnsAround({ loops }: FunctionFacts, loop: number): 'device' | 'entry' | null {
  for (let at = loop; at >= 0; at = loops[at]!.parent) {
    const { turns } = loops[at]!;
    if (turns === 'device' || turns === 'entry') return turns;
  }
  return null;
}
