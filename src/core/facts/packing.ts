import type { Definition, FileIndex } from './definitions';

/**
 * A file's index as one string: small to keep, quick to hand from thread to thread, and searchable for a name without
 * being unpacked. One line for each definition (`name`, kind and visibility, offsets), prototype (`!name`) and include
 * (`#path`). What other files can see comes first; a blank line; then what is local to the file.
 */
export type PackedIndex = string;

const KINDS = { fg: ['function', false], fl: ['function', true], ml: ['macro', true] } as const;

/** @param header all that a header defines can be seen by other files */
export function packIndex({ definitions, includes, declared }: FileIndex, header: boolean): PackedIndex {
  const visible: string[] = [];
  const local: string[] = [];
  for (const { name, kind, local: isLocal, start, nameAt, body, end } of definitions) {
    const flags = `${kind === 'macro' ? 'm' : 'f'}${isLocal ? 'l' : 'g'}`;
    const line = `${name} ${flags} ${start} ${nameAt - start} ${body - nameAt} ${end - body}`;
    if (isLocal && !header) local.push(line);
    else visible.push(line);
  }
  const prototypes = declared.map(name => `!${name}`);
  const paths = includes.map(path => `#${path}`);
  return `\n${[...visible, ...prototypes].join('\n')}\n\n${[...local, ...paths].join('\n')}\n`;
}

/** Names that other files can see, defined (`name`) or declared (`!name`), repeated as often as the file does. */
export function packedNames(packed: PackedIndex): string[] {
  const names: string[] = [];
  const end = packed.indexOf('\n\n', 1);
  for (let at = 1; at < end || (at === end && names.length === 0 && end > 1); ) {
    const newline = packed.indexOf('\n', at);
    const space = packed.charCodeAt(at) === 33 ? newline : packed.indexOf(' ', at);
    names.push(packed.slice(at, space));
    at = newline + 1;
  }
  return names;
}

export const packedIncludes = (packed: PackedIndex): string[] =>
  packed
    .slice(packed.indexOf('\n\n'))
    .split('\n#')
    .slice(1)
    .map(path => path.trimEnd());

/** The definitions of `name` in a packed index; nothing else of it is unpacked. */
export function findPacked(packed: PackedIndex, name: string): readonly Definition[] {
  const found: Definition[] = [];
  const sought = `\n${name} `;
  for (let at = packed.indexOf(sought); at >= 0; at = packed.indexOf(sought, at + 1)) {
    found.push(unpackDefinition(packed.slice(at + 1, packed.indexOf('\n', at + 1))));
  }
  return found;
}

function unpackDefinition(line: string): Definition {
  const [name = '', flags = '', start, toName, toBody, toEnd] = line.split(' ');
  const [kind, local] = KINDS[flags as keyof typeof KINDS];
  const nameAt = Number(start) + Number(toName);
  const body = nameAt + Number(toBody);
  return { name, kind, local, start: Number(start), nameAt, body, end: body + Number(toEnd) };
}
