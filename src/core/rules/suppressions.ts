import type { Note } from '../project';
import { commentsOf, withoutComments } from './comments';
import type { Finding, Severity } from './rule';

/** One comment `pernet-lens-ignore CODE[, CODE]: reason`. Lines are 1-based. */
export interface Suppression {
  readonly codes: readonly string[];
  /** Null where none is given. */
  readonly reason: string | null;
  readonly line: number;
  /** The lines it speaks for, both inclusive: its comment's, and the next one if it stands above the code. */
  readonly from: number;
  readonly to: number;
}

const MARK = 'pernet-lens-ignore';

/** A line of a comment that begins with the mark, whatever decorates the comment: codes, colon, reason. */
const DIRECTIVE = /^[\s*!]*pernet-lens-ignore(?![\w-])\s*((?:[\w-]+(?:\s*,\s*[\w-]+)*)?)\s*(:?)(.*)$/;

/** The suppressions of a C source text, in order. */
export function parseSuppressions(source: string): readonly Suppression[] {
  if (!source.includes(MARK)) return [];
  const lines = source.split('\n');
  const code = withoutComments(source).split('\n').map(hasCode);
  return commentsOf(source).flatMap(({ text, firstLine, lastLine }) =>
    text.split('\n').flatMap((words, index) => {
      const directive = DIRECTIVE.exec(words.trimEnd());
      if (!directive) return [];
      const [, codes = '', colon, reason = ''] = directive;
      return {
        codes: codes.split(/[\s,]+/).filter(Boolean),
        reason: (colon && reason.trim()) || null,
        line: firstLine + index,
        from: firstLine,
        to: lastLineSpokenFor(lines, code, firstLine, lastLine),
      };
    }),
  );
}

/** A backslash that only continues a macro is no code. */
const hasCode = (line: string): boolean => /[^\s\\]/.test(line);

/** Beside code a comment speaks for that code only; above code, for the next line that is not a comment as well. */
function lastLineSpokenFor(
  lines: readonly string[],
  code: readonly boolean[],
  firstLine: number,
  lastLine: number,
): number {
  if (code.slice(firstLine - 1, lastLine).includes(true)) return lastLine;
  const next = code.findIndex(
    (isCode, index) => index >= lastLine && (isCode || lines[index]!.trim() === ''),
  );
  return next >= 0 && code[next] ? next + 1 : lastLine;
}

export interface ToSuppress {
  readonly findings: readonly Finding[];
  /** By file, as findings name it. */
  readonly suppressions: ReadonlyMap<string, readonly Suppression[]>;
  /** As in `judge`: a rule that is `off` finds nothing, so a comment for it is not called unused. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
  /** All codes there are. */
  readonly codes: readonly string[];
}

export interface Applied {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Finding[];
  /** What is wrong with a comment: no such code, no reason, nothing to silence. By file and line. */
  readonly notes: readonly Note[];
}

/** Splits findings into what the code's comments silence and what stays, in the order given. */
export function applySuppressions({ findings, suppressions, severities = {}, codes }: ToSuppress): Applied {
  const used = new Set<string>();
  const kept: Finding[] = [];
  const suppressed: Finding[] = [];
  for (const finding of findings) {
    const silencing = (suppressions.get(finding.file) ?? []).filter(comment => speaksFor(comment, finding));
    for (const comment of silencing) used.add(useOf(finding.file, comment, finding.code));
    (silencing.length > 0 ? suppressed : kept).push(finding);
  }
  const notes = [...suppressions.keys()].sort().flatMap(file =>
    suppressions.get(file)!.flatMap(comment =>
      complaints(comment, code => {
        if (!codes.includes(code)) return 'unknown';
        return severities[code] === 'off' || used.has(useOf(file, comment, code)) ? 'fine' : 'unused';
      }).map(message => ({ file, line: comment.line, message })),
    ),
  );
  return { kept, suppressed, notes };
}

const speaksFor = ({ codes, from, to }: Suppression, { code, range }: Finding): boolean =>
  codes.includes(code) && from <= range.start.line && range.start.line <= to;

const useOf = (file: string, { line }: Suppression, code: string): string => `${file}:${line}:${code}`;

function complaints(
  { codes, reason }: Suppression,
  stateOf: (code: string) => 'fine' | 'unknown' | 'unused',
): readonly string[] {
  const named = codes.join(', ');
  const example = `/* ${MARK} ${named || 'exit-takes-rtnl'}: reason */`;
  if (codes.length === 0) return [`\`${MARK}\` names no rule; write \`${example}\``];
  const ofReason = reason === null ? [`\`${MARK} ${named}\` gives no reason; write \`${example}\``] : [];
  const ofCodes = codes.flatMap(code => {
    const state = stateOf(code);
    if (state === 'unknown')
      return [`\`${MARK}\` names \`${code}\`, which is no rule; \`pernet-lens rules\` lists them all`];
    return state === 'unused' ? [`\`${MARK} ${code}\` silences nothing here; remove it`] : [];
  });
  return [...ofReason, ...ofCodes];
}
