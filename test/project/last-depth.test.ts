import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../src/core/configuration';
import { analyse } from '../../src/core/project';
import { effectsIn } from '../support/effects';
import { readFixture } from '../support/fixture';
import { memorySources } from '../support/memory-sources';
import { testParser } from '../support/parser';

/** A handler that calls `quux_flush`, which has this body, and beside it `more`. */
const handlerAbove = (body: string, more = ''): string => `
//- net/quux/quux.c
static LIST_HEAD(quux_list);
${more}
static void quux_flush(struct net *net)
{
	${body}
}
static void quux_exit_net(struct net *net)
{
	quux_flush(net);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`;

/** The functions that are parsed, in order, when paths end after `depth` calls. */
async function parsedIn(fixture: string, depth: number): Promise<string[]> {
  const parsed: string[] = [];
  const sources = memorySources(await testParser(), readFixture(fixture).files);
  await analyse(
    {
      ...sources,
      functionFacts(refs) {
        parsed.push(...refs.map(({ definition }) => definition.name));
        return sources.functionFacts(refs);
      },
    },
    {
      files: sources.list(''),
      configuration: { ...DEFAULT_CONFIGURATION, depth },
      cancelled: () => false,
      onProgress: () => {},
    },
  );
  return parsed;
}

describe('of the functions in which paths end', () => {
  test('those that name no primitive are not parsed', async () => {
    const fixture = handlerAbove('quux_drop(net); net->count--;');
    expect(await parsedIn(fixture, 2)).toEqual(['quux_exit_net']);
    expect(await parsedIn(fixture, 3)).toEqual(['quux_exit_net', 'quux_flush']);
    expect(await parsedIn(fixture, 1)).toEqual(['quux_exit_net']);
  });

  test('a handler is parsed, even if no path leaves it', async () => {
    expect(await parsedIn(handlerAbove('').replace('quux_flush(net);', ''), 1)).toEqual(['quux_exit_net']);
  });

  test.each([
    ['calls a primitive', 'rtnl_lock ();', 'rtnl per net: quux_exit_net > quux_flush > rtnl_lock'],
    [
      'calls one through a member in parentheses',
      '(*dev->rtnl_link_ops->dellink)(dev, NULL);',
      'device-unregister per net: quux_exit_net > quux_flush > dellink',
    ],
    [
      'enters a guard',
      'guard(mutex)(&quux_mutex);',
      'global-lock per net: quux_exit_net > quux_flush > guard(mutex) [quux_mutex (global)]',
    ],
    [
      'enters a guard over a scope',
      'scoped_guard(mutex, &quux_mutex) { quux_drop(net); }',
      'global-lock per net: quux_exit_net > quux_flush > guard(mutex) [quux_mutex (global)]',
    ],
    [
      'walks a table',
      'list_for_each_entry(q, &quux_list, list) if (q->net == net) quux_drop(q);',
      'table-walk per net: quux_exit_net > quux_flush > list_for_each_entry [quux_list (global)]',
    ],
  ])('one that %s is', async (_, body, effect) => {
    expect(await effectsIn(handlerAbove(body), { depth: 2 })).toEqual([effect]);
  });

  test('the macro behind a walk is', async () => {
    const macro = '#define for_each_quux(q) list_for_each_entry(q, &quux_list, list)';
    const fixture = handlerAbove('', macro).replace(
      'quux_flush(net);',
      'for_each_quux(q) if (q->net == net) quux_drop(q);',
    );
    expect(await effectsIn(fixture, { depth: 2 })).toEqual([
      'table-walk per net: quux_exit_net > for_each_quux [quux_list (global)]',
    ]);
  });
});
