import type { Severity } from '../core/rules';
import { lines, type Renderer } from './format';
import { printable } from './printable';

/** What gcc and checkpatch call our severities. */
const GCC_WORD: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
};

/**
 * One line for each finding in the shape of gcc and checkpatch, and nothing else:
 * `net/foo/foo_main.c:12:10: warning: message [code]`.
 *
 * As a regular expression: `^(.+):(\d+):(\d+): (error|warning|note): (.+) \[([a-z0-9-]+)\]$`.
 */
export const terse: Renderer = ({ findings }, { shownPath = file => file }) =>
  lines(
    findings.map(({ file, range: { start }, severity, message, code }) =>
      printable(
        `${shownPath(file)}:${start.line}:${start.column}: ${GCC_WORD[severity]}: ${message} [${code}]`,
      ),
    ),
  );
