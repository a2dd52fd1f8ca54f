import type { SlotName } from '../../kernel';
import { codeOnly } from '../../text';

/** A handler's name taken apart around its `exit`: `bond_net_exit_batch` → bond_net, `quux_exit_net` → quux, net behind. */
interface Stem {
  readonly before: string;
  readonly netBehind: boolean;
}

const HANDLER = /^(?:(.*?)_)?(?:pre_)?exit(?:_batch)?(?:_rtnl)?(_net)?$/;

function stemOf(handler: string): Stem {
  const parts = HANDLER.exec(handler);
  return parts
    ? { before: parts[1] ?? '', netBehind: parts[2] !== undefined }
    : { before: handler, netBehind: false };
}

const join = (before: string, rest: string): string => (before === '' ? rest : `${before}_${rest}`);

/** How handlers of a slot are called by those who name theirs like `handler`; the first choice first. */
function candidates(handler: string, slot: SlotName): string[] {
  const { before, netBehind } = stemOf(handler);
  const plain = join(before, slot);
  if (slot === 'exit' || slot === 'pre_exit')
    return netBehind ? [`${plain}_net`, plain] : [plain, `${plain}_net`];
  return [plain, `${plain}_net`];
}

/**
 * A name for the handler of a slot, in the file's own habit: where other handlers of the file end in `_net` behind
 * `exit_batch`, this one does.
 * @param freed names that the edit takes away
 */
export function handlerName(
  text: string,
  handler: string,
  slot: SlotName,
  freed: readonly string[] = [],
): string {
  const code = codeOnly(text);
  const taken = (name: string): boolean => !freed.includes(name) && new RegExp(`\\b${name}\\b`).test(code);
  const [first, second] = candidates(handler, slot);
  const habit = slot === 'exit_batch' && /\w+_exit_batch_net\b/.test(code.replaceAll(handler, ''));
  const choices = habit ? [second!, first!] : [first!, second!];
  return choices.find(name => !taken(name)) ?? numbered(choices[0]!, taken);
}

/** A name for a function that does one netns of what `handler` did. */
export function nameForOne(text: string, handler: string): string {
  const code = codeOnly(text);
  const taken = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);
  const { before } = stemOf(handler);
  const choice = join(before, 'exit_one');
  return taken(choice) ? numbered(choice, taken) : choice;
}

function numbered(name: string, taken: (name: string) => boolean): string {
  for (let at = 2; ; at++) if (!taken(`${name}${at}`)) return `${name}${at}`;
}

/** A free name for a parameter or local of a function that uses `used`. */
export function localName(choices: readonly string[], used: ReadonlySet<string>): string {
  return choices.find(name => !used.has(name)) ?? numbered(choices[0]!, name => used.has(name));
}

/** What the file calls the list of netns in its batch handlers, else what most of the kernel does. */
export function listHabit(text: string): readonly string[] {
  const own = /list_for_each_entry\s*\(\s*\w+\s*,\s*(\w+)\s*,\s*exit_list\s*\)/.exec(codeOnly(text))?.[1];
  return own ? [own, 'net_exit_list', 'exit_nets'] : ['net_exit_list', 'net_list', 'exit_nets'];
}
