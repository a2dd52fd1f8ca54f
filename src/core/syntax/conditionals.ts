import { CODE } from './characters';
import { blankOut, rewrite } from './edits';
import { isBlank, lineEnd, opaqueEnd, wordEnd } from './lexical';

/** A preprocessor line, continuation lines included. */
export interface Directive {
  readonly start: number;
  readonly end: number;
  /** `ifdef`, `else`, `define`, … */
  readonly word: string;
  /** What follows the word. */
  readonly rest: string;
}

/** `#if … #elif … #else … #endif`. A slice may hold one end only: the other is then the slice's own. */
interface Conditional {
  readonly branches: readonly Branch[];
  /** How many conditionals are around it. */
  readonly depth: number;
}

interface Branch {
  readonly start: number;
  readonly end: number;
  /** Under `#if 0`, or the `#else` of `#if 1`. */
  readonly dead: boolean;
}

/** Preprocessor lines outside comments and strings, in order. */
export function directives(text: string): readonly Directive[] {
  if (!text.includes('#')) return [];
  const found: Directive[] = [];
  let lineIsBlank = true;
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i);
    if (code === CODE.newline) lineIsBlank = true;
    if (isBlank(code)) i++;
    else if (code === CODE.hash && lineIsBlank) {
      const directive = directiveAt(text, i);
      found.push(directive);
      i = directive.end;
    } else {
      const end = opaqueEnd(text, i);
      // a comment before `#` leaves it a directive
      if (code !== CODE.slash || end === i) lineIsBlank = false;
      i = end === i ? i + 1 : end;
    }
  }
  return found;
}

function directiveAt(text: string, start: number): Directive {
  let at = start + 1;
  while (text[at] === ' ' || text[at] === '\t') at++;
  const wordStop = wordEnd(text, at);
  const end = endOfDirective(text, wordStop);
  return { start, end, word: text.slice(at, wordStop), rest: text.slice(wordStop, end) };
}

/** A comment that begins on the line may end on a later one and belongs to the directive. */
function endOfDirective(text: string, from: number): number {
  let line = lineEnd(text, from);
  for (let at = from; ; ) {
    const comment = text.slice(at, line).search(/\/[*/]/);
    if (comment < 0) return line;
    at = opaqueEnd(text, at + comment);
    if (at > line) line = lineEnd(text, at);
  }
}

/** The conditionals of a text whose directives are given; inner ones before outer ones. */
function conditionals(found: readonly Directive[], textLength: number): readonly Conditional[] {
  const complete: Conditional[] = [];
  const open: { head: Directive | undefined; branches: Branch[]; start: number; dead: boolean }[] = [];
  const finish = (end: number): void => {
    const group = open.pop();
    if (group === undefined) return;
    group.branches.push({ start: group.start, end, dead: group.dead });
    complete.push({ branches: group.branches, depth: open.length });
  };
  for (const directive of found) {
    const { word, start, end } = directive;
    if (word.startsWith('if')) {
      open.push({ head: directive, branches: [], start: end, dead: says(directive, NEVER) });
    } else if (word.startsWith('el')) {
      if (open.length === 0) open.push({ head: undefined, branches: [], start: 0, dead: false });
      const group = open[open.length - 1]!;
      group.branches.push({ start: group.start, end: start, dead: group.dead });
      group.start = end;
      group.dead = says(group.head, ALWAYS) || says(directive, NEVER);
    } else if (word === 'endif') finish(start);
  }
  while (open.length > 0) finish(textLength);
  return complete;
}

const NEVER = /^\s*0\s*(?:$|\/)/;
const ALWAYS = /^\s*1\s*(?:$|\/)/;

/** `#if 0`, `#if 1`. */
const says = (directive: Directive | undefined, literal: RegExp): boolean =>
  (directive?.word === 'if' || directive?.word === 'elif') && literal.test(directive.rest);

/** Blanks every directive and what `#if 0` hides; of all other conditionals every branch stays. */
export function keepAllBranches(text: string, found: readonly Directive[]): string {
  const edits = found.map(({ start, end }) => blankOut(text, start, end));
  for (const { branches } of conditionals(found, text.length)) {
    for (const { start, end, dead } of branches) if (dead) edits.push(blankOut(text, start, end));
  }
  return rewrite(text, edits);
}

/** More combinations than this are not tried; no function of net/ or drivers/net has as many. */
const MOST_VARIANTS = 8;

/**
 * The text in several variants, each with one branch of every conditional, so that every branch is in some variant.
 * Empty when the text has no conditional with two branches that count.
 */
export function branchVariants(text: string, found: readonly Directive[]): readonly string[] {
  const groups = conditionals(found, text.length).map(({ branches, depth }) => ({
    branches,
    depth,
    living: branches.filter(({ dead }) => !dead),
  }));
  /** Conditionals of one depth take turns together, those of different depths independently. */
  const choices: number[] = [];
  for (const { depth, living } of groups) choices[depth] = Math.max(choices[depth] ?? 1, living.length);
  const count = Math.min(
    choices.reduce((product, n) => product * n, 1),
    MOST_VARIANTS,
  );
  if (count < 2) return [];
  return Array.from({ length: count }, (_, variant) => {
    const edits = found.map(({ start, end }) => blankOut(text, start, end));
    let rest = variant;
    const turn = choices.map(n => {
      const digit = rest % n;
      rest = Math.floor(rest / n);
      return digit;
    });
    for (const { branches, depth, living } of groups) {
      const kept = living[Math.min(turn[depth] ?? 0, living.length - 1)];
      for (const branch of branches)
        if (branch !== kept) edits.push(blankOut(text, branch.start, branch.end));
    }
    return rewrite(text, edits);
  });
}
