import type { KernelParser, MaskTables } from '../syntax';
import { type Definition, type FileIndex, indexDefinitions } from './definitions';
import type { FileFacts, OpsObject } from './file-facts';
import { opsObjects } from './ops-objects';
import { packIndex } from './packing';

/** Calls that take one device to its end, waits included. */
const UNREGISTERS =
  /\bunregister_netdevice\s*\(|\bunregister_netdevice_queue\s*\([^;]*\bNULL|\bdellink\s*\([^;]*\bNULL/g;

const SUPPRESSION = 'pernet-lens-ignore';

/** A cheap test on a file's bytes: without these words it has nothing to say. Devices are unregistered in .c files. */
export function mayHaveFacts(file: string, bytes: { includes(word: string): boolean }): boolean {
  // the common start of pernet_operations and pernet-lens-ignore
  if (bytes.includes('pernet')) return true;
  return file.endsWith('.c') && (bytes.includes('unregister_netdevice') || bytes.includes('dellink'));
}

/**
 * All that a file says by itself. Pure: the same text gives the same facts.
 * @param file its name tells a header
 */
export function fileFacts(parser: KernelParser, file: string, text: string, tables: MaskTables): FileFacts {
  const index = indexDefinitions(text);
  const ops = opsObjects(parser, text, tables);
  return {
    index: packIndex(index, file.endsWith('.h')),
    ops,
    constants: ops.length > 0 ? constantsOf(text) : {},
    unregistering: unregisteringIn(text, index),
    registers: registersElsewhere(text, ops),
    hasSuppressions: text.includes(SUPPRESSION),
  };
}

function registersElsewhere(text: string, ops: readonly OpsObject[]): Record<string, string> {
  const registers: Record<string, string> = {};
  for (const [, callee, name] of text.matchAll(/\b(register_pernet_\w+)\s*\(\s*&\s*(\w+)\s*\)/g)) {
    if (callee && name && ops.every(own => own.name !== name)) registers[name] ??= callee;
  }
  return registers;
}

/** Whether anything in a file concerns a scan. */
export const isSilent = ({ ops, unregistering, registers, hasSuppressions }: FileFacts): boolean =>
  ops.length === 0 && unregistering.length === 0 && Object.keys(registers).length === 0 && !hasSuppressions;

/** Object-like macros whose text can be a constant expression. */
function constantsOf(text: string): Record<string, string> {
  const constants: Record<string, string> = {};
  for (const [, name, value] of text.matchAll(
    /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+([^\n\\]+)$/gm,
  )) {
    const bare = value?.replace(/\/\*.*?\*\/|\/[/*].*$/g, '').trim();
    if (name && bare && /^[\w\s()+\-*/<>]+$/.test(bare)) constants[name] = bare;
  }
  return constants;
}

function unregisteringIn(text: string, { definitions }: FileIndex): Definition[] {
  const found = new Set<Definition>();
  for (const { index: at } of text.matchAll(UNREGISTERS)) {
    const inside = definitions.find(({ kind, body, end }) => kind === 'function' && body < at && at < end);
    if (inside) found.add(inside);
  }
  return [...found];
}
