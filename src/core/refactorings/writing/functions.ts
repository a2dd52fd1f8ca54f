import { padding, width } from '../../text';
import type { Handler } from '../reading/handler';

/** The kernel's line length: preferred, and tolerated where a break would read worse. */
const LINE = 80;

/** A handler's header with another name and other parameters; everything around them stays as it is written. */
export function headerWith(
  handler: Pick<Handler, 'text' | 'definition' | 'open' | 'close'>,
  name: string,
  parameters: readonly string[],
): string {
  const { text, definition, open, close } = handler;
  const { start, nameAt, body } = definition;
  const before = `${text.slice(start, nameAt)}${name}${text.slice(nameAt + definition.name.length, open)}(`;
  return `${before}${parameterList(before, parameters)})${text.slice(close + 1, body)}`;
}

/** Parameters or arguments on one line, or as many to a line as fit, below the parenthesis that `before` ends with. */
export function parameterList(before: string, parameters: readonly string[]): string {
  const column = width(before.slice(before.lastIndexOf('\n') + 1));
  let written = '';
  let at = column;
  parameters.forEach((parameter, index) => {
    // what follows: a comma, or the closing parenthesis and perhaps a semicolon
    const needed = parameter.length + (index < parameters.length - 1 ? 1 : 2);
    if (index > 0) {
      const fits = at + 1 + needed <= LINE;
      written += fits ? ' ' : `\n${padding(0, column)}`;
      at = fits ? at + 1 : column;
    }
    const comma = index < parameters.length - 1 ? ',' : '';
    written += parameter + comma;
    at += parameter.length + comma.length;
  });
  return written;
}

/** `{`, declarations, a blank line, statements, `}`. */
export function block(declarations: readonly string[], statements: string): string {
  const head = declarations.length > 0 ? `${declarations.join('\n')}\n\n` : '';
  return `{\n${head}${statements}\n}`;
}

/** Longest first, as networking code likes its declarations; a LIST_HEAD goes last among equals. */
export function inChristmasTreeOrder(declarations: readonly string[]): string[] {
  return [...declarations].sort((a, b) => width(b) - width(a));
}
