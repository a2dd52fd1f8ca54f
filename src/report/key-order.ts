import type { Effect, ExitPath, Hop, Note, Ops, Range } from '../core/project';
import type { Finding } from '../core/rules';
import type { ScanReport, ScanStats } from './scan-report';

/*
 * Copies with the keys in the order of the contract, because a report that was put together in another order (from the
 * cache, by a worker) must still be the same bytes. The compiler sees to it that no key of the contract is left out.
 */

const hop = (it: Hop): Hop => ({ function: it.function, file: it.file, line: it.line });

const range = ({ start, end }: Range): Range => ({
  start: { line: start.line, column: start.column },
  end: { line: end.line, column: end.column },
});

const effect = (it: Effect): Effect => ({
  kind: it.kind,
  primitive: it.primitive,
  lock: it.lock,
  lockOwner: it.lockOwner,
  per: it.per,
  depth: it.depth,
  conditional: it.conditional,
  via: it.via,
  confidence: it.confidence,
  bytes: it.bytes,
  path: it.path.map(hop),
});

const exitPath = (it: ExitPath): ExitPath => ({
  slot: it.slot,
  handler: it.handler,
  range: range(it.range),
  definition: it.definition && { file: it.definition.file, line: it.definition.line },
  effects: it.effects.map(effect),
});

const ops = (it: Ops): Ops => ({
  file: it.file,
  line: it.line,
  name: it.name,
  members: it.members, // as in the initialiser
  registeredBy: it.registeredBy,
  exitPaths: it.exitPaths.map(exitPath),
});

const finding = (it: Finding): Finding => ({
  code: it.code,
  severity: it.severity,
  confidence: it.confidence,
  message: it.message,
  file: it.file,
  range: range(it.range),
  ops: it.ops,
  slot: it.slot,
  handler: it.handler,
  primitive: it.primitive,
  lock: it.lock,
  path: it.path.map(hop),
  fixes: it.fixes,
});

const note = (it: Note): Note => ({ file: it.file, line: it.line, message: it.message });

const stats = (it: ScanStats): ScanStats => ({
  filesScanned: it.filesScanned,
  filesIndexed: it.filesIndexed,
  functionsReached: it.functionsReached,
  suppressed: it.suppressed,
  partial: it.partial,
  ...(it.timing && { timing: it.timing }),
});

/** The report with every key where the contract has it. */
export const inKeyOrder = (it: ScanReport): ScanReport => ({
  schema: it.schema,
  tool: { name: it.tool.name, version: it.tool.version },
  tree: { root: it.tree.root, slots: it.tree.slots, source: it.tree.source },
  ops: it.ops.map(ops),
  findings: it.findings.map(finding),
  notes: it.notes.map(note),
  stats: stats(it.stats),
});
