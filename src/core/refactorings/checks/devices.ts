import { codeOnly } from '../../text';
import type { Case } from '../case';
import type { Draft } from '../draft';
import { definitionsOf } from '../reading/handler';
import { type Check, PROVED, refuse } from '../refactoring';
import { targetsRtnlSlot } from './positions';

/**
 * Row 1. A device that is reached on two ways in one batch (a walk of the netns' devices, and one of a private list) must not be
 * removed twice. unregister_netdevice_queue() bears it, a dellink that unlinks for itself does not.
 * Upstream: eb28fd76c0a0 → 4ccacf86491d (CVE-2025-21865), 62fab6eef61f; 81eccc131bc1 and 7ee32072c732 dropped the walk.
 */
export const oneWayToADevice: Check = {
  row: 1,
  name: 'one way to a device',
  of: (subject, draft) => {
    if (draft.list === null) return PROVED;
    const everyDevice = draft.underLock.find(
      ({ code }) => /\bfor_each_netdev/.test(code) && /->\s*dellink\s*\(/.test(code),
    );
    if (everyDevice && targetsRtnlSlot(draft))
      return refuse(
        'the walk calls `dellink` for every device of the netns, and other subsystems have queued some of them on the same list by then',
        'the first versions of the default-device conversion were dropped for this (2024)',
      );
    const texts = draft.underLock.flatMap(({ code }) => [code, ...helperBodies(subject, code)]);
    const walks = texts.reduce((sum, text) => sum + walksIn(text), 0);
    const removal = texts.map(text => ownRemoval(text, draft.list!)).find(name => name !== undefined);
    if (walks < 2 || removal === undefined) return PROVED;
    return refuse(
      `a device can be reached on two walks and \`${removal}\` would remove it twice: drop the walk over the netns' devices first (the core's own exit handler unregisters those)`,
      'eb28fd76c0a0 → 4ccacf86491d (CVE-2025-21865): the second walk met a device the first had queued',
    );
  },
};

/** A loop over entries, whatever holds them; a plain `for` or `while` goes over the lists of a table, which is one walk. */
const WALK = /\b(?:\w+_)?for_each\w*\s*\(/g;

const walksIn = (code: string): number => [...code.matchAll(WALK)].length;

/** A call other than the plain queue that is given the list. */
function ownRemoval(code: string, list: string): string | undefined {
  const calls = code.matchAll(
    new RegExp(
      `\\b(\\w+)\\s*\\([^();]*?[&,\\s](?:${list}|head|list|dev_to_kill|dev_kill_list|kill_list)\\s*\\)`,
      'g',
    ),
  );
  for (const [, name] of calls) {
    if (
      name &&
      !/^(?:unregister_netdevice_(?:queue|many)|LIST_HEAD|list_\w+)$/.test(name) &&
      /dellink|_del|remove|destroy_dev/.test(name)
    )
      return name;
  }
  return undefined;
}

/** Bodies of functions of the same file that a piece of code hands its list to. */
const helperBodies = ({ text }: Case, code: string): string[] =>
  [...code.matchAll(/\b([a-z_]\w*)\s*\([^();]*&\s*\w+\s*\)/g)].flatMap(([, name]) =>
    definitionsOf(text, name!).map(({ body, end }) => codeOnly(text.slice(body, end))),
  );

/**
 * Row 13. A helper that unregisters by itself would do so once per netns as before: it must be given a list first.
 * Upstream: 7395fccf6b4c and 33e6984fe5d4 prepare ipmr and ip6mr that way.
 */
export const noHelperUnregisters: Check = {
  row: 13,
  name: 'no helper unregisters by itself',
  of: (subject, draft) => {
    if (draft.list === null && !targetsRtnlSlot(draft)) return PROVED;
    const found = statementPaying(subject, draft);
    if (!found) return PROVED;
    return refuse(
      `\`${found.by}\` unregisters devices by itself (\`${found.primitive}\`): give it the list to queue them on first, then convert`,
      '7395fccf6b4c and 33e6984fe5d4 gave the helpers of ipmr and ip6mr a list before their handlers moved',
    );
  },
};

function statementPaying(
  { effectsOf }: Case,
  { underLock, helpers }: Draft,
): { readonly by: string; readonly primitive: string } | undefined {
  const found = underLock
    .flatMap(statement => effectsOf(statement))
    .find(
      ({ kind, primitive, via, path }) =>
        kind === 'device-unregister' &&
        via === 'direct' &&
        /^unregister_netdevice(?:_many)?$/.test(primitive) &&
        !helpers.includes(path.at(-1)!.function),
    );
  return found && { by: found.path.at(-1)!.function, primitive: found.primitive };
}

/**
 * Row 15. A LIST_HEAD or local that no statement uses any more is not written: declarations go where they are used.
 * Upstream: the review of the ipvs batching asked for it (2019).
 */
export const nothingLeftUnused: Check = {
  row: 15,
  name: 'nothing left unused',
  of: (_: Case, __: Draft) => PROVED,
};
