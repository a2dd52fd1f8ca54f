import type { Row } from '../handlers';

const LOOP = (body: string, declared = ''): string => `
static void quux_del_all(void)
{
	struct quux_dev *qd, *tmp;
${declared}
${body}
}
`;

const EACH = '\tlist_for_each_entry_safe(qd, tmp, &quux_devs, node)';

/** Of loops that unregister one device at a time. */
export const LOOPS: readonly Row[] = [
  {
    row: null,
    what: 'a macro makes the function of a loop, now',
    id: 'collect-devices',
    slot: 'loop',
    code: LOOP(`${EACH}\n\t\tunregister_netdevice(qd->dev);`),
    now: 'QUUX_DEL_ALL(quux_del_all)\n',
    says: /a macro makes it/,
  },
  {
    row: null,
    what: 'the file of a loop is gone',
    id: 'collect-devices',
    slot: 'loop',
    code: LOOP(`${EACH}\n\t\tunregister_netdevice(qd->dev);`),
    now: '//- net/quux/other.c\n',
    says: /net\/quux\/quux_main.c cannot be read/,
  },
  {
    row: null,
    what: 'a loop until the list is empty',
    id: 'collect-devices',
    slot: 'loop',
    code: LOOP('\twhile (!list_empty(&quux_devs))\n\t\tunregister_netdevice(quux_first()->dev);'),
    says: /goes on until the devices are gone/,
  },
  {
    row: null,
    what: 'RTNL in each turn',
    id: 'collect-devices',
    slot: 'loop',
    code: LOOP(`${EACH} {
		rtnl_lock();
		unregister_netdevice(qd->dev);
		rtnl_unlock();
	}`),
    says: /takes RTNL in each turn/,
  },
  ...['guard(rtnl)();', 'scoped_guard(rtnl)'].map(guard => ({
    row: null,
    what: `RTNL in each turn of the loop by ${guard}`,
    id: 'collect-devices',
    slot: 'loop' as const,
    code: LOOP(`${EACH} {
		${guard}
		unregister_netdevice(qd->dev);
	}`),
    says: /takes RTNL in each turn/,
  })),
  {
    row: null,
    what: 'a return in the loop',
    id: 'collect-devices',
    slot: 'loop',
    code: LOOP(`${EACH} {
		if (qd->busy)
			return;
		unregister_netdevice(qd->dev);
	}`),
    says: /the loop has a return/,
  },
  {
    row: null,
    what: 'something freed behind the unregistration',
    id: 'collect-devices',
    slot: 'loop',
    code: LOOP(`${EACH} {
		unregister_netdevice(qd->dev);
		kfree(qd);
	}`),
    says: /is freed in the same turn/,
  },
  {
    row: null,
    what: 'another call stands there now',
    id: 'collect-devices',
    slot: 'loop',
    code: LOOP(`${EACH}\n\t\tunregister_netdevice(qd->dev);`),
    now: LOOP(`${EACH}\n\t\tquux_unregister_all(qd->dev);`),
    says: /takes no list/,
  },
  {
    row: null,
    what: 'the loop is gone',
    id: 'collect-devices',
    slot: 'loop',
    code: LOOP(`${EACH}\n\t\tunregister_netdevice(qd->dev);`),
    now: LOOP(`\tqd = quux_first();\n\t\tunregister_netdevice(qd->dev);`),
    says: /the call is not a statement in a loop/,
  },
  {
    row: null,
    what: 'a loop that is the only statement of a branch',
    id: 'collect-devices',
    slot: 'loop',
    code: LOOP(`	if (quux_ready)
		list_for_each_entry_safe(qd, tmp, &quux_devs, node)
			unregister_netdevice(qd->dev);`),
    says: /only statement of a branch/,
  },
  {
    row: null,
    what: 'a function that the parser cannot read',
    id: 'collect-devices',
    slot: 'loop',
    code: LOOP(`${EACH}\n\t\tunregister_netdevice(qd->dev);\n\tif (quux_ready &&) ;`),
    says: /the parser could not read all of it/,
  },
];
