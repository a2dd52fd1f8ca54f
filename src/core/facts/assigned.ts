import { matchingBracket } from './scanning';

/** Functions that initialisers of `struct name` in a file assign to `.member`. */
export function assignedFunctions(text: string, struct: string, member: string): readonly string[] {
  const initialised = new RegExp(`\\bstruct\\s+${struct}\\b[^;{}()=]*=\\s*\\{`, 'g');
  const assignment = new RegExp(`\\.${member}\\s*=\\s*&?([A-Za-z_]\\w*)`, 'g');
  return [...text.matchAll(initialised)].flatMap(match => {
    const open = match.index + match[0].length - 1;
    const body = text.slice(open, matchingBracket(text, open));
    return [...body.matchAll(assignment)].flatMap(([, name]) => (name && name !== 'NULL' ? [name] : []));
  });
}
