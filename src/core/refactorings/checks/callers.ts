import { lineOf } from '../../text';
import type { Case } from '../case';
import { definitionsOf } from '../reading/handler';
import { ask, type Check, PROVED, refuse } from '../refactoring';
import { readInitialiser } from '../writing/initialiser';
import { extentOf } from './positions';

/**
 * Row 6. Somebody calls the handler with one netns: the error path of `.init`, another function.
 * Upstream: 1c6957646143, e2f736b753ec, 696e595f7075; a lock missing in an error path: 5611a00697c8.
 */
export const noCallerWithOneNetns: Check = {
  row: 6,
  name: 'no caller with one netns',
  of: ({ mentions, text, file, handler }) => {
    const call = mentions.find(({ kind }) => kind === 'call');
    if (!call) return PROVED;
    return refuse(
      `\`${handler.name}\` is also called with one netns (${file}:${lineOf(text, call.start)}): give that caller a function of its own first`,
      '1c6957646143, e2f736b753ec: the error path of `.init` kept a form for one netns; 5611a00697c8 lacked the lock there',
    );
  },
};

/**
 * Row 19. Several definitions under #ifdef: all variants, or none.
 * Upstream: ipmr and ip6mr have two of rules_exit.
 */
export const oneDefinition: Check = {
  row: 19,
  name: 'one definition',
  of: ({ text, handler }) =>
    definitionsOf(text, handler.name).length === 1
      ? PROVED
      : refuse(
          `\`${handler.name}\` has several definitions under #if`,
          'ipmr and ip6mr: two variants of rules_exit',
        ),
};

/**
 * Row 20. Every function is declared above its first use: the new ones stand where the handler stood and call what it called;
 * its forward declarations are rewritten.
 * Upstream: the first version of the ppp conversion did not build.
 */
export const declaredAbove: Check = {
  row: 20,
  name: 'declared above',
  of: ({ handler, initialiser, mentions }) =>
    handler.definition.start < initialiser.open || mentions.some(({ kind }) => kind === 'prototype')
      ? PROVED
      : refuse(
          `\`${handler.name}\` is defined below its ops and its forward declaration could not be found in this file`,
          'the first version of the ppp conversion (2024) did not build',
        ),
};

/**
 * Row 21. An ops of another file uses the handler, too: the new signature must fit all.
 * Upstream: three GRE ops over one helper.
 */
export const noOpsElsewhere: Check = {
  row: 21,
  name: 'no ops elsewhere',
  of: ({ file, handler, users }) => {
    const far = users.find(user => user.file !== file);
    if (!far) return PROVED;
    return refuse(
      `\`${handler.name}\` is also used by \`${far.name}\` (${far.file})`,
      'the GRE tunnels: three ops over one helper',
    );
  },
};

/**
 * Row 21. The handler's address is taken elsewhere in its file, and not by an ops in the same slot.
 * Upstream: three GRE ops over one helper.
 */
export const noOtherUser: Check = {
  row: 21,
  name: 'no other user',
  of: subject => {
    const { mentions, text, file, handler, users } = subject;
    const known = users.flatMap(user => placesIn(subject, readInitialiser(text, user)));
    const other = mentions.find(({ kind, start }) => kind === 'value' && !known.includes(start));
    if (!other) return PROVED;
    return refuse(
      `the address of \`${handler.name}\` is also taken in ${file}:${lineOf(text, other.start)}: that use needs the old signature`,
      'the GRE tunnels: three ops over one helper',
    );
  },
};

const placesIn = (
  { exitPath, handler }: Case,
  initialiser: ReturnType<typeof readInitialiser>,
): readonly number[] =>
  (initialiser?.members ?? [])
    .filter(({ name, value }) => name === exitPath.slot && value === handler.name)
    .map(({ valueStart }) => valueStart);

/**
 * Row 23. A prototype in a header, an EXPORT_SYMBOL: files out of sight rely on the signature.
 * Upstream: ip_tunnel_delete_net → ip_tunnel_delete_nets changed header, export and all callers.
 */
export const notVisibleElsewhere: Check = {
  row: 23,
  name: 'not visible elsewhere',
  of: ({ elsewhere, handler, text }) => {
    if (new RegExp(`\\bEXPORT_SYMBOL\\w*\\s*\\(\\s*${handler.name}\\b`).test(text))
      return refuse(
        `\`${handler.name}\` is exported: modules outside this tree may use it`,
        'ip_tunnel_delete_net → ip_tunnel_delete_nets',
      );
    if (elsewhere.length === 0) return PROVED;
    return refuse(
      `\`${handler.name}\` is not static and ${elsewhere.slice(0, 3).join(', ')}${elsewhere.length > 3 ? ', …' : ''} name${elsewhere.length === 1 ? 's' : ''} it: change it there too`,
      'ip_tunnel_delete_net → ip_tunnel_delete_nets changed its header and all callers in one patch',
    );
  },
};

/**
 * Row 24. Comments that name the old function follow it; the edit renames them.
 * Upstream: 16a41634acca fixed one in bond_procfs.c, baf720334c02 more.
 */
export const commentsFollow: Check = { row: 24, name: 'comments follow', of: () => PROVED };

/**
 * Row 23, for a helper: what other files can call, files out of sight may call too.
 * Upstream: ip_tunnel_delete_net → ip_tunnel_delete_nets.
 */
export const helperIsNotVisibleElsewhere: Check = {
  row: 23,
  name: 'the helper is not visible elsewhere',
  of: ({ text }, { helpers, keepsHelpers, phases }) => {
    const shared = keepsHelpers
      ? undefined
      : helpers.find(name => !definitionsOf(text, name).some(({ local }) => local));
    return shared === undefined
      ? PROVED
      : ask(
          `\`${shared}\` changes for everybody who calls it; all callers in this tree are changed with it. Is there none outside?`,
          'ip_tunnel_delete_net → ip_tunnel_delete_nets changed its header and all callers in one patch',
          extentOf(phases.flat()),
        );
  },
};
