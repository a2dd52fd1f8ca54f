import type { Definition, FileIndex } from './definitions';

/**
 * A file's index as one string: small to keep, quick to hand from thread to thread, and searchable for a name without
 * being unpacked. One line for each definition (`name`, kind and visibility, offsets), prototype (`!name`) and include
 * (`#path`), each with a newline before and behind.
 */
export type PackedIndex = string;

const KINDS = { fg: ['function', false], fl: ['function', true], ml: ['macro', true] } as const;

export function packIndex({ definitions, includes, declared }: FileIndex): PackedIndex {
  const lines = definitions.map(({ name, kind, local, start, nameAt, body, end }) =>
    [name, `${kind === 'macro' ? 'm' : 'f'}${local ? 'l' : 'g'}`, start, nameAt - start, body - nameAt, end - body].join(' '),
  );
  return `\n${[...lines, ...declared.map(name => `!${name}`), ...includes.map(path => `#${path}`)].join('\n')}\n`;
}

export function unpackIndex(packed: PackedIndex): FileIndex {
  const definitions: Definition[] = [];
  const includes: string[] = [];
  const declared: string[] = [];
  for (const line of packed.split('\n')) {
    const first = line.charCodeAt(0);
    if (first === 33) declared.push(line.slice(1));
    else if (first === 35) includes.push(line.slice(1));
    else if (line !== '') definitions.push(unpackDefinition(line));
  }
  return { definitions, includes, declared };
}

function unpackDefinition(line: string): Definition {
  const [name = '', flags = '', start, toName, toBody, toEnd] = line.split(' ');
  const [kind, local] = KINDS[flags as keyof typeof KINDS];
  const nameAt = Number(start) + Number(toName);
  const body = nameAt + Number(toBody);
  return { name, kind, local, start: Number(start), nameAt, body, end: body + Number(toEnd) };
}

/** The definitions of `name` in a packed index; nothing else of it is unpacked. */
export function findPacked(packed: PackedIndex, name: string): readonly Definition[] {
  const found: Definition[] = [];
  const sought = `\n${name} `;
  for (let at = packed.indexOf(sought); at >= 0; at = packed.indexOf(sought, at + 1)) {
    found.push(unpackDefinition(packed.slice(at + 1, packed.indexOf('\n', at + 1))));
  }
  return found;
}
