import { rootOf } from './expressions';
import type { Turns } from './facts';
import type { OwnerOf } from './ownership';

/** Walkers whose first argument is the container; all others name their cursor first, `_safe` ones two. */
const CONTAINER_FIRST = /^(?:idr|ida|xa|xas|hash|rhashtable|rht|radix_tree|maple|mt|mas|nla|netdev_hw)_/;

/** Words in a while condition that take the next element out of a container. */
const TAKES_NEXT = /list_empty|first|next|pop|dequeue|peek|find|lookup|get_|entry|RB_EMPTY|hlist_empty/;

/** A loop macro whose body runs once for every netns of the batch. */
const walksBatch = (args: readonly string[]): boolean => args.some(argument => argument === 'exit_list');

const walksDevices = (macro: string, args: readonly string[]): boolean =>
  /netdev|for_each_(?:port_)?dev|_net_device/.test(macro) ||
  args.some(argument =>
    /\bdev_base_head\b|\bdev_list\b|\bunreg_list\b|\bclose_list\b|->(?:upper|lower)\b/.test(argument),
  );

/** How often the body of a loop macro runs. @param cursorIsDevice a variable of type `struct net_device *` is an argument */
export function turnsOfMacro(
  macro: string,
  args: readonly string[],
  cursorIsDevice: boolean,
  body: string,
): Turns {
  if (walksBatch(args)) return 'net';
  if (cursorIsDevice || walksDevices(macro, args) || retiresDevice(body)) return 'device';
  return 'entry';
}

/** How often the body of a plain C loop runs. @param head the text between the parentheses behind the keyword */
export function turnsOfLoop(keyword: 'for' | 'while' | 'do', head: string, body: string): Turns {
  const goesOn =
    keyword === 'for'
      ? /;[^;]*;\s*\S/.test(head) || TAKES_NEXT.test(head)
      : TAKES_NEXT.test(head) ||
        /(?<![=!<>])=(?!=)/.test(head) ||
        /\w\s*(?:--|\+\+)|(?:--|\+\+)\s*\w/.test(head);
  if (!goesOn) return 'retry';
  if (/\bexit_list\b/.test(head)) return 'net';
  return retiresDevice(body) ? 'device' : 'entry';
}

const retiresDevice = (body: string): boolean => /\bunregister_netdev\w*\s*\(|->dellink\s*\(/.test(body);

const containerOf = (macro: string, args: readonly string[]): string | undefined =>
  args[CONTAINER_FIRST.test(macro) ? 0 : /_safe(?:_|$)/.test(macro) ? 2 : 1];

/** Whether a loop macro walks one of the lists that a function has on its stack. */
export function walksOwnList(macro: string, args: readonly string[], lists: ReadonlySet<string>): boolean {
  const own = /^& ?(\w+)$/.exec(containerOf(macro, args) ?? '')?.[1];
  return own !== undefined && lists.has(own);
}

/** Name of the file-level table that a loop macro walks, or null. */
export function tableOf(macro: string, args: readonly string[], ownerOf: OwnerOf): string | null {
  const container = containerOf(macro, args);
  if (container === undefined || ownerOf(container) !== 'global') return null;
  const name = rootOf(container)?.name;
  // constants and per-cpu walkers have no table
  return name === undefined || /^[A-Z_0-9]+$/.test(name) || name === 'init_net' ? null : name;
}

/** The text compares the netns of something with another one. */
export const comparesNet = (body: string): boolean =>
  /\bnet_eq\s*\(|\bread_pnet\s*\([^;]*[!=]=|[!=]=\s*(?:read_pnet|dev_net|sock_net|\w+_net)\s*\(|\b(?:dev_net|sock_net|\w+_net|read_pnet)\s*\([^()]*\)\s*[!=]=|(?:->|\.)net\s*[!=]=|[!=]=\s*(?:\w+(?:->|\.))*net\b(?!\s*(?:->|\.|\())/.test(
    body,
  );
