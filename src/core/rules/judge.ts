import type { SlotName } from '../kernel';
import type { Effect, ExitPath, Note, Ops, UnregisterLoop } from '../project';
import type { Finding, Report, Rule, Severity, TreeOffers } from './rule';

/** What is judged, and by whose measure. */
export interface Case {
  readonly ops: readonly Ops[];
  readonly loops: readonly UnregisterLoop[];
  readonly tree: TreeOffers;
  /** Code → another severity than the rule's own, or `off`. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
}

export interface Judgement {
  /** By file, line, column; then code. */
  readonly findings: readonly Finding[];
  /** One for each rule that threw. */
  readonly crashes: readonly Note[];
}

/**
 * Asks every rule about every exit path and every loop. A rule that throws costs its own answer at that place and is
 * named in `crashes`; all other answers stand. A rule that is `off` still counts for the last-resort rules: what is
 * not shown is not therefore cheap.
 */
export function judgeBy(rules: readonly Rule[], { ops, loops, tree, severities = {} }: Case): Judgement {
  const findings: Finding[] = [];
  const crashes = new Map<string, Note>();
  const inLoop = loopFinder(loops);

  const ask = (rule: Rule, place: Place, question: () => readonly Report[] | undefined): number => {
    let reports: readonly Report[] = [];
    try {
      reports = question() ?? [];
    } catch (error) {
      if (!crashes.has(rule.code)) crashes.set(rule.code, crashNote(rule, place, error));
    }
    const severity = severities[rule.code] ?? rule.severity;
    if (severity !== 'off') findings.push(...reports.map(report => findingOf(rule, severity, place, report)));
    return reports.length;
  };

  for (const object of ops)
    for (const exitPath of object.exitPaths) {
      const asked = rules.filter(({ slots }) => slots.includes(exitPath.slot));
      const context = { ops: object, exitPath, tree, inLoop };
      const askAll = (some: readonly Rule[]): number =>
        some.reduce((reported, rule) => {
          const place = placeOf(object, exitPath);
          return reported + ask(rule, place, () => rule.checkExitPath?.(context));
        }, 0);
      const reported = askAll(asked.filter(rule => !rule.lastResort));
      if (reported === 0) askAll(asked.filter(rule => rule.lastResort));
    }
  for (const loop of loops)
    for (const rule of rules) ask(rule, loopPlace(loop), () => rule.checkLoop?.({ loop, tree }));

  return { findings: findings.sort(inReadingOrder), crashes: [...crashes.values()] };
}

/** Where a report is shown, and whose it is. */
type Place = Pick<Finding, 'file' | 'range' | 'ops' | 'slot' | 'handler'>;

const placeOf = ({ file, name }: Ops, { range, slot, handler }: ExitPath): Place => ({
  file,
  range,
  ops: name,
  slot,
  handler,
});

const loopPlace = ({ file, range }: UnregisterLoop): Place => ({
  file,
  range,
  ops: null,
  slot: null,
  handler: null,
});

const findingOf = (
  rule: Rule,
  severity: Severity,
  place: Place,
  { message, effect, confidence }: Report,
): Finding => ({
  code: rule.code,
  severity,
  confidence: confidence ?? effect?.confidence ?? 'high',
  message,
  ...place,
  path: effect?.path ?? [],
  primitive: effect?.primitive ?? null,
  lock: effect?.lock ?? null,
  fixes: [],
});

/** An effect comes from a known loop if its path goes through the call that the loop repeats. */
function loopFinder(loops: readonly UnregisterLoop[]): (effect: Effect) => boolean {
  const calls = new Set(loops.map(({ file, range }) => `${file}:${range.start.line}`));
  return ({ kind, path }) =>
    kind === 'device-unregister' && path.some(({ file, line }) => calls.has(`${file}:${line}`));
}

function crashNote(rule: Rule, place: Place, error: unknown): Note {
  const where = place.ops ? ` on \`${place.ops}\` ${slotText(place.slot)}` : ' on a loop';
  const why = error instanceof Error ? error.message : String(error);
  return {
    file: place.file,
    line: place.range.start.line,
    message: `The rule ${rule.code} failed${where} (${why}): its findings are incomplete, all others stand. Please report this as a bug of pernet-lens`,
  };
}

const slotText = (slot: SlotName | null): string => (slot ? `\`.${slot}\`` : '');

/** Plain comparison of code units: the same order on every machine. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const inReadingOrder = (a: Finding, b: Finding): number =>
  compare(a.file, b.file) ||
  a.range.start.line - b.range.start.line ||
  a.range.start.column - b.range.start.column ||
  compare(a.code, b.code) ||
  compare(a.message, b.message);
