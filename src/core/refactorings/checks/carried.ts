import { codeOnly } from '../../text';
import type { Case } from '../case';
import type { Draft } from '../draft';
import { definitionsOf } from '../reading/handler';
import type { Statement } from '../reading/statement';
import { ask, type Check, PROVED, refuse, type Verdict } from '../refactoring';
import { neededBy } from '../writing/placement';
import { extentOf } from './positions';

/**
 * Row 5, inside one handler. A local must not carry a value from one part to another: for a batch, each netns would need
 * its own. What its initialiser computes may be computed again if nothing changes it in between.
 * Upstream: fib4_semantics_exit; every conversion of shape C computes net_generic() anew.
 */
export const noValueCarried: Check = {
  row: 5,
  name: 'no value carried from part to part',
  of: (subject, draft) => {
    for (const { declarators, isListHead, type } of subject.handler.declarations) {
      // the variable of the loops themselves
      if (type === 'struct net') continue;
      if (isListHead && declarators[0]!.name === draft.list) continue;
      for (const { name, initialiser } of declarators) {
        const verdict = carried(subject, draft, name, initialiser);
        if (verdict.kind !== 'proved') return verdict;
      }
    }
    return PROVED;
  },
};

function carried(subject: Case, { phases }: Draft, name: string, initialiser: string | null): Verdict {
  const { handler } = subject;
  const users = phases.filter(phase => neededBy(phase, handler.declarations).has(name));
  if (users.length < 2) return PROVED;
  const written = users.slice(0, -1).some(phase => isWritten(codeOf(phase), name));
  for (const phase of users.slice(1)) {
    const code = codeOf(phase);
    if (beginsByWriting(code, name)) continue;
    if (initialiser === null || written)
      return refuse(
        `\`${name}\` carries a value from one part of \`${handler.name}\` to another; each netns of a batch would need its own. Keep the value in the per-netns structure, or compute it again`,
        'fib4_semantics_exit had to move to a loop of its own (2025)',
      );
    const doubt = doubtAbout(subject, initialiser);
    if (doubt) {
      return ask(
        `\`${name}\` would be computed again (\`${initialiser}\`) after what runs before. ${doubt}`,
        'shape C conversions compute net_generic() anew in each loop; that one never changes',
        extentOf(phase),
      );
    }
  }
  return PROVED;
}

const codeOf = (statements: readonly Statement[]): string => statements.map(({ code }) => code).join('\n');

const isWritten = (code: string, name: string): boolean => writes(code, name).length > 0;

function writes(code: string, name: string): number[] {
  const found: number[] = [];
  for (const { index } of code.matchAll(
    new RegExp(
      `(?<![\\w.>])${name}\\b\\s*(?:[-+*/|&^%]|<<|>>)?=(?!=)|(?<![\\w.>])${name}\\b\\s*(?:\\+\\+|--)|(?:\\+\\+|--)${name}\\b|&\\s*${name}\\b(?!\\s*(?:->|\\.))`,
      'g',
    ),
  ))
    found.push(index);
  // the cursors of a loop macro
  for (const { 0: head, index } of code.matchAll(/\b\w*for_each\w*\s*\([^;{}]*?\)/g)) {
    const at = head.search(new RegExp(`[(,]\\s*${name}\\s*[,)]`));
    if (at >= 0) found.push(index + at);
  }
  return found.sort((a, b) => a - b);
}

/** The first thing that happens to the name is a write. */
function beginsByWriting(code: string, name: string): boolean {
  const first = code.search(new RegExp(`(?<![\\w.>])${name}\\b`));
  if (first < 0) return true;
  const [write] = writes(code, name);
  // `x = f(x)` reads first, but then the statement's first occurrence is the target
  return (
    write !== undefined &&
    write <= first &&
    !new RegExp(`${name}\\s*=[^;]*\\b${name}\\b`).test(code.slice(first).split(';')[0]!)
  );
}

/** What could make an initialiser mean something else later; undefined where it cannot. */
function doubtAbout({ text }: Case, initialiser: string): string | undefined {
  if (/^net_generic\s*\(|^&?\w+$/.test(initialiser)) return undefined;
  // the address of a member of the netns itself
  if (/^&\s*\w+->[\w.]+$/.test(initialiser)) return undefined;
  const called = /^(\w+)\s*\(\s*\w+\s*\)$/.exec(initialiser)?.[1];
  if (called !== undefined) {
    const [definition] = definitionsOf(text, called);
    const body = definition && codeOnly(text.slice(definition.body, definition.end));
    if (body !== undefined && /\breturn\s+net_generic\s*\(/.test(body)) return undefined;
    return `Does \`${called}\` give the same then?`;
  }
  return 'Is it still valid, and the same, then?';
}
