import type { Effect } from '../project';
import type { Case } from './case';
import { definitionsOf, type Handler, readHandler } from './reading/handler';
import { type Mention, mentionsOf } from './reading/mentions';
import type { Statement } from './reading/statement';
import { type Refusal, refusal } from './refactoring';
import { costText, outOfReach, shareable } from './why-nothing';

/** A function that a handler calls, and in which something is taken or waited for that could be paid once. */
export interface HelperCase {
  readonly helper: Handler;
  readonly file: string;
  readonly text: string;
  readonly effect: Effect;
  /** The handler's statement that calls it. */
  readonly call: Statement;
  /** Every file that names the helper, its own first. */
  readonly files: readonly {
    readonly file: string;
    readonly text: string;
    readonly mentions: readonly Mention[];
  }[];
}

/** Where a function is called from other files, and nothing in sight declares it to them: a header that is not there. */
export function missingHeader(
  name: string,
  definedIn: string,
  callers: readonly string[],
  files: readonly { readonly mentions: readonly Mention[] }[],
): Refusal | null {
  const caller = callers.find(file => file !== definedIn);
  // an inline function of a header declares itself
  if (
    caller === undefined ||
    definedIn.endsWith('.h') ||
    files.some(({ mentions }) => mentions.some(({ kind }) => kind === 'prototype'))
  )
    return null;
  return refusal(
    `${caller} calls \`${name}\` of ${definedIn}, and no header of this tree declares it: find where it is declared, and change it there too`,
    'ip_tunnel_delete_net → ip_tunnel_delete_nets changed its header in the same patch',
    20,
  );
}

/**
 * The helper in which a handler pays what it could share. Null where the handler pays it itself, or nothing; a refusal that names
 * the place where it is out of reach.
 */
export async function openHelper(subject: Case): Promise<HelperCase | Refusal | null> {
  const { handler, file, texts, plainText, parser, tables, effectsOf } = subject;
  const [effect] = shareable(subject);
  if (!effect || effect.depth === 1) return null;
  const at = effect.path[1]!;
  const what = costText(effect);
  if (effect.depth > 2 || effect.per !== 'net' || effect.via !== 'direct')
    return outOfReach(handler.name, effect);
  const call = handler.statements.find(
    statement => statement.call?.name === at.function && effectsOf(statement).includes(effect),
  );
  if (!call)
    return refusal(
      `\`${at.function}\`, in which ${what} is called, is not called by a statement of \`${handler.name}\`'s own: a branch or loop decides`,
    );
  const text = plainText(at.file)?.text;
  if (text === undefined) return refusal(`${at.file} cannot be read`);
  const definitions = definitionsOf(text, at.function);
  const [definition] = definitions;
  if (!definition || definitions.length > 1)
    return refusal(
      `\`${at.function}\` has ${definitions.length} definitions in ${at.file}: change all of them by hand, or none`,
      'ipmr and ip6mr: two variants of rules_exit',
      19,
    );
  const helper = readHandler(parser, tables, text, definition);
  if (typeof helper === 'string') return refusal(`\`${at.function}\` is better changed by hand: ${helper}`);
  const jump = helper.statements.flatMap(({ jumps }) => jumps)[0];
  if (jump)
    return refusal(
      `\`${at.function}\`, in which ${what} is called, has a ${jump.kind}: split it into what decides and what does first`,
      'tcf_idrinfo_destroy returned between lock and unlock (84a7d6797e6a as mailed)',
      8,
    );
  const named = definition.local && !at.file.endsWith('.h') ? [] : await texts.filesMentioning(at.function);
  const files = [...new Set([at.file, file, ...named])].flatMap(name => {
    const own = plainText(name)?.text;
    if (own === undefined) return [];
    const defined = definitionsOf(own, at.function).map(({ nameAt }) => nameAt);
    return [{ file: name, text: own, mentions: mentionsOf(own, at.function, defined) }];
  });
  return { helper, file: at.file, text, effect, call, files };
}
