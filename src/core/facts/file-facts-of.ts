import type { KernelParser, MaskTables } from '../syntax';
import { type FileIndex, indexDefinitions } from './definitions';
import type { FileFacts } from './file-facts';
import { opsObjects } from './ops-objects';

/** What makes a file worth more than a look: an ops, or a function that unregisters one device at a time. */
const UNREGISTERS = /\bunregister_netdevice\s*\(|\bunregister_netdevice_queue\s*\([^;]*\bNULL|\bdellink\s*\([^;]*\bNULL|\brtnl_delete_link\s*\(/g;

/** A cheap test on the raw text: without one of these words a file has neither ops nor loops to report. */
export const PREFILTER = ['pernet_operations', 'unregister_netdevice', 'dellink', 'rtnl_delete_link'] as const;

/** All that a file says by itself. Pure: the same text gives the same facts. */
export function fileFacts(parser: KernelParser, text: string, tables: MaskTables): FileFacts {
  const index = indexDefinitions(text);
  const ops = opsObjects(parser, text, tables);
  return {
    index,
    ops,
    constants: ops.length > 0 ? constantsOf(text) : {},
    unregistering: unregisteringIn(text, index),
  };
}

/** Object-like macros whose text can be a constant expression. */
function constantsOf(text: string): Record<string, string> {
  const constants: Record<string, string> = {};
  for (const [, name, value] of text.matchAll(/^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+([^\n\\]+)$/gm)) {
    const bare = value?.replace(/\/\*.*?\*\/|\/[/*].*$/g, '').trim();
    if (name && bare && /^[\w\s()+\-*/<>]+$/.test(bare)) constants[name] = bare;
  }
  return constants;
}

function unregisteringIn(text: string, { definitions }: FileIndex): number[] {
  const found = new Set<number>();
  for (const { index: at } of text.matchAll(UNREGISTERS)) {
    const inside = definitions.findIndex(({ kind, body, end }) => kind === 'function' && body < at && at < end);
    if (inside >= 0) found.add(inside);
  }
  return [...found];
}
