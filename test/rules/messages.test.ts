import { describe, expect, test } from 'vitest';
import type { SlotName } from '../../src/core/kernel/slots';
import type { Effect } from '../../src/core/project/effects';
import { judge } from '../../src/core/rules';
import { effect, exitPath, loop, ops, tree } from './build';

/** All findings of one exit path, one line each: `code (confidence): message`. */
function said(slot: SlotName, effects: Effect | Effect[], ...offered: SlotName[]): string[] {
  const { findings } = judge({
    ops: [ops([exitPath(slot, [effects].flat())])],
    loops: [],
    tree: tree(...offered),
  });
  return findings.map(({ code, confidence, message }) => `${code} (${confidence}): ${message}`);
}

describe('the way out is what the tree offers', () => {
  const rtnl = effect('rtnl', 'rtnl_lock');
  const many = effect('device-unregister', 'unregister_netdevice_many');

  test.each<[SlotName[], string]>([
    [[], '`.exit_batch` could take it once for the whole batch'],
    [['exit_batch_rtnl'], "`.exit_batch_rtnl` would run it inside the core's single RTNL section"],
    [['exit_rtnl', 'exit_batch_rtnl'], "`.exit_rtnl` would run it inside the core's single RTNL section"],
  ])('for RTNL with %j', (offered, wayOut) => {
    expect(said('exit', rtnl, ...offered)).toEqual([
      `exit-takes-rtnl (high): \`quux_exit\` takes RTNL once per netns; ${wayOut}`,
    ]);
  });

  test.each<[SlotName[], string]>([
    [[], '`.exit_batch` could collect them and unregister once for the whole batch'],
    [['exit_batch_rtnl'], "`.exit_batch_rtnl` could leave them to the core's single unregistration"],
    [['exit_rtnl'], "`.exit_rtnl` could leave them to the core's single unregistration"],
  ])('for devices with %j', (offered, wayOut) => {
    expect(said('exit', many, ...offered)).toEqual([
      `exit-unregisters-per-net (high): \`quux_exit\` unregisters devices once per netns with \`unregister_netdevice_many\`; ${wayOut}`,
    ]);
  });

  test('for a wait with and without `.pre_exit`', () => {
    const wait = effect('grace-period', 'synchronize_rcu');
    expect(said('exit', wait)).toEqual([
      'exit-waits-grace-period (high): `quux_exit` waits in `synchronize_rcu` once per netns; split into `.pre_exit` and `.exit`, it would need no wait of its own',
    ]);
    const { findings } = judge({
      ops: [ops([exitPath('exit', [wait])])],
      loops: [],
      tree: { offers: () => false },
    });
    expect(findings.map(({ message }) => message)).toEqual([
      '`quux_exit` waits in `synchronize_rcu` once per netns; `.exit_batch` could wait once for the whole batch',
    ]);
  });

  test('for an RTNL section of a batch: nothing to say without an rtnl slot', () => {
    const once = effect('rtnl', 'rtnl_lock', { per: 'batch' });
    expect(said('exit_batch', once)).toEqual([]);
    expect(said('exit_batch', once, 'exit_rtnl')).toEqual([
      "batch-takes-rtnl (high): `quux_exit_batch` takes RTNL once per batch; `.exit_rtnl` would run it inside the core's single RTNL section",
    ]);
  });
});

describe('what is paid and where', () => {
  test.each<[string, SlotName, Effect, string]>([
    [
      'RTNL for every device in a callee',
      'pre_exit',
      effect('rtnl', 'rtnl_lock', { per: 'device', through: ['quux_flush', 'quux_flush_one'] }),
      'exit-takes-rtnl (high): `quux_pre_exit` takes RTNL once per device through `quux_flush_one`; `.exit_batch` could take it once for the whole batch',
    ],
    [
      'RTNL hidden in a function of another name',
      'exit',
      effect('rtnl', 'unregister_netdevice_notifier'),
      'exit-takes-rtnl (high): `quux_exit` takes RTNL once per netns in `unregister_netdevice_notifier`; `.exit_batch` could take it once for the whole batch',
    ],
    [
      'a barrier, which the core does not wait for',
      'exit',
      effect('rcu-barrier', 'rcu_barrier'),
      'exit-waits-grace-period (high): `quux_exit` waits in `rcu_barrier` once per netns; `.exit_batch` could wait once for the whole batch',
    ],
    [
      'a wait under the RTNL of the core',
      'exit_rtnl',
      effect('grace-period', 'synchronize_net', { per: 'entry' }),
      'exit-waits-grace-period (high): `quux_exit_rtnl` waits in `synchronize_net` once per table entry; split into `.pre_exit` and `.exit`, it would need no wait of its own',
    ],
    [
      'the kfree_rcu that waits',
      'exit',
      effect('grace-period', 'kfree_rcu_mightsleep'),
      'exit-waits-grace-period (high): `quux_exit` waits in `kfree_rcu_mightsleep` once per netns; freed through an rcu_head, nothing would wait',
    ],
    [
      'devices one by one',
      'exit_batch',
      effect('device-unregister', 'unregister_netdevice', { per: 'device', confidence: 'medium' }),
      'unregister-one-by-one (medium): `quux_exit_batch` unregisters devices one by one with `unregister_netdevice`; queued on one list, `unregister_netdevice_many` would wait once for all',
    ],
    [
      'a lock of all netns',
      'exit',
      effect('global-lock', 'mutex_lock', {
        lock: 'quux_mutex',
        lockOwner: 'global',
        through: ['quux_flush'],
      }),
      'exit-takes-global-lock (high): `quux_exit` takes the global `quux_mutex` once per netns through `quux_flush`; `.exit_batch` could take it once for the whole batch',
    ],
    [
      'a lock of unknown owner',
      'exit',
      effect('global-lock', 'mutex_lock', { lock: 'table->lock', lockOwner: 'unknown' }),
      'exit-takes-global-lock (low): `quux_exit` takes `table->lock` once per netns; if all netns share it, `.exit_batch` could take it once for the whole batch',
    ],
    [
      'a walk of a table of all netns',
      'exit',
      effect('table-walk', 'hlist_for_each_entry_safe'),
      'exit-walks-global-table (high): `quux_exit` walks a table of all netns once per netns with `hlist_for_each_entry_safe`; `.exit_batch` could walk it once for the whole batch',
    ],
    [
      'a wait for one work item',
      'exit_rtnl',
      effect('work-wait', 'cancel_delayed_work_sync'),
      'exit-waits-for-work (high): `quux_exit_rtnl` waits in `cancel_delayed_work_sync` once per netns; batching alone does not help, stopping all of them before the first wait would',
    ],
    [
      'a flush of a whole workqueue',
      'exit',
      effect('work-wait', 'flush_workqueue'),
      'exit-waits-for-work (high): `quux_exit` waits in `flush_workqueue` once per netns; queued for all netns first, one flush per batch would do',
    ],
    [
      'nothing',
      'exit',
      effect('proc-teardown', 'remove_proc_entry'),
      'exit-without-batch (high): `quux_exit` pays nothing that netns could share; `.exit_batch` would only move the loop',
    ],
  ])('%s', (_, slot, paid, line) => {
    expect(said(slot, paid)).toEqual([line]);
  });

  test('a loop outside the exit paths', () => {
    const paid = effect('device-unregister', 'unregister_netdev', { per: 'device' });
    const { findings } = judge({ ops: [], loops: [loop(10, paid)], tree: tree('exit_rtnl') });
    expect(findings.map(({ message }) => message)).toEqual([
      '`quux_module_exit` unregisters devices one by one with `unregister_netdev`; queued on one list, `unregister_netdevice_many` would wait once for all',
    ]);
  });
});

describe('a batch handler', () => {
  const paid: Effect[] = [
    effect('rtnl', 'rtnl_lock'),
    effect('grace-period', 'synchronize_net', { per: 'entry' }),
    effect('rcu-barrier', 'rcu_barrier', { through: ['quux_flush'] }),
    effect('global-lock', 'mutex_lock', { lock: 'quux_mutex', lockOwner: 'global' }),
    effect('device-unregister', 'unregister_netdevice_many'),
  ];

  test('is told of each cost that its loop repeats', () => {
    expect(said('exit_batch', paid)).toEqual([
      'batch-repeats-wait (high): `quux_exit_batch` takes RTNL for every netns of the batch; once around the loop would do',
      'batch-repeats-wait (high): `quux_exit_batch` takes `quux_mutex` for every netns of the batch; once around the loop would do',
      'batch-repeats-wait (high): `quux_exit_batch` unregisters devices with `unregister_netdevice_many` for every netns of the batch; queued on one list, `unregister_netdevice_many` would wait once for all',
      'batch-repeats-wait (high): `quux_exit_batch` waits in `rcu_barrier` for every netns of the batch through `quux_flush`; once for the whole batch would do',
      'batch-repeats-wait (high): `quux_exit_batch` waits in `synchronize_net` for every table entry of the batch; once for the whole batch would do',
    ]);
  });

  test('is told of the slot that runs under RTNL where the tree has one', () => {
    expect(said('exit_batch', paid[0]!, 'exit_rtnl')).toEqual([
      "batch-repeats-wait (high): `quux_exit_batch` takes RTNL for every netns of the batch; `.exit_rtnl` would run it inside the core's single RTNL section",
    ]);
    expect(said('exit_batch', paid[4]!, 'exit_rtnl')).toEqual([
      "batch-repeats-wait (high): `quux_exit_batch` unregisters devices with `unregister_netdevice_many` for every netns of the batch; `.exit_rtnl` could leave them to the core's single unregistration",
    ]);
    expect(said('exit_batch_rtnl', paid[4]!, 'exit_batch_rtnl')).toEqual([
      "batch-repeats-wait (high): `quux_exit_batch_rtnl` unregisters devices with `unregister_netdevice_many` for every netns of the batch; queued on the core's kill list, they would go with its single unregistration",
    ]);
  });

  test('is told nothing of what it pays once', () => {
    expect(
      said(
        'exit_batch',
        paid.map(once => ({ ...once, per: 'batch' })),
      ),
    ).toEqual([]);
  });

  test('is told nothing of a lock that may be its own, or of a wait for work', () => {
    expect(
      said('exit_batch_rtnl', [
        effect('global-lock', 'mutex_lock', { lock: 'qn->lock', lockOwner: 'net' }),
        effect('global-lock', 'mutex_lock', { lock: 'lock', lockOwner: 'unknown' }),
        effect('work-wait', 'cancel_work_sync'),
      ]),
    ).toEqual([]);
  });
});

describe('no finding of its own', () => {
  const nothing = [
    'exit-without-batch (high): `quux_exit` pays nothing that netns could share; `.exit_batch` would only move the loop',
  ];

  test.each<[string, Effect]>([
    ['a lock of each netns', effect('global-lock', 'mutex_lock', { lock: 'qn->lock', lockOwner: 'net' })],
    ['a lock inside a function that takes no list', effect('global-lock', 'nf_unregister_net_hook')],
    [
      'a device moved to another netns',
      effect('device-unregister', '__dev_change_net_namespace', { per: 'device' }),
    ],
    ['a large allocation outside .init', effect('allocation', 'vzalloc', { bytes: 65536 })],
  ])('%s', (_, paid) => {
    expect(said('exit', paid)).toEqual(nothing);
  });

  test('a handler without a definition is not called cheap', () => {
    const { findings } = judge({
      ops: [ops([exitPath('exit', [], { definition: null })])],
      loops: [],
      tree: tree(),
    });
    expect(findings).toEqual([]);
  });

  test.each(['exit_batch', 'exit_batch_rtnl', 'exit_rtnl'])(
    'an .exit beside %s is not called unbatched',
    member => {
      const batched = ops([exitPath('exit', [])], { members: { exit: 'quux_exit', [member]: 'quux_more' } });
      expect(judge({ ops: [batched], loops: [], tree: tree() }).findings).toEqual([]);
    },
  );
});

test('a list of devices in each turn of a loop is not one by one', () => {
  const lists = effect('device-unregister', 'unregister_netdevice_many', { per: 'entry' });
  expect(said('exit', lists)).toEqual([
    'exit-unregisters-per-net (high): `quux_exit` unregisters devices once per table entry with `unregister_netdevice_many`; `.exit_batch` could collect them and unregister once for the whole batch',
  ]);
  expect(said('exit_batch', lists)).toEqual([
    'batch-repeats-wait (high): `quux_exit_batch` unregisters devices with `unregister_netdevice_many` for every table entry of the batch; queued on one list, `unregister_netdevice_many` would wait once for all',
  ]);
});

describe('one primitive in several places', () => {
  const deep = effect('rtnl', 'rtnl_lock', { through: ['quux_a', 'quux_b'] });
  const shallow = effect('rtnl', 'rtnl_lock', { through: ['quux_c'] });

  test('is one finding: the shortest path speaks, the others are counted', () => {
    expect(said('exit', [deep, shallow])).toEqual([
      'exit-takes-rtnl (high): `quux_exit` takes RTNL once per netns through `quux_c` (and in 1 more place); `.exit_batch` could take it once for the whole batch',
    ]);
  });

  test('is not counted twice for the same place reached on two paths', () => {
    expect(said('exit', [shallow, { ...shallow, via: 'callback' }])).toEqual([
      'exit-takes-rtnl (high): `quux_exit` takes RTNL once per netns through `quux_c`; `.exit_batch` could take it once for the whole batch',
    ]);
  });

  test('is not counted where the line would get long', () => {
    expect(said('exit', [deep, shallow], 'exit_rtnl')).toEqual([
      "exit-takes-rtnl (high): `quux_exit` takes RTNL once per netns through `quux_c` (and in 1 more place); `.exit_rtnl` would run it inside the core's single RTNL section",
    ]);
    const long = effect('rtnl', 'rtnl_lock', { through: ['quux_offload_rules_flush_all_and_wait'] });
    expect(said('exit', [deep, long], 'exit_rtnl')).toEqual([
      "exit-takes-rtnl (high): `quux_exit` takes RTNL once per netns through `quux_offload_rules_flush_all_and_wait`; `.exit_rtnl` would run it inside the core's single RTNL section",
    ]);
  });

  test('is two findings for two locks', () => {
    const lock = (name: string) => effect('global-lock', 'mutex_lock', { lock: name, lockOwner: 'global' });
    expect(said('exit', [lock('quux_mutex'), lock('quux_table_mutex')])).toHaveLength(2);
  });
});

describe('a table allocated for every netns', () => {
  const wayOut = 'allocated on first use, or shared, it would cost idle netns nothing';

  test.each<[Effect, string]>([
    [
      effect('allocation', 'kcalloc', { bytes: 4096 }),
      '(high): `quux_init` allocates 4 KiB with `kcalloc` for every netns',
    ],
    [
      effect('allocation', 'kvmalloc_array', { bytes: 65536 + 512, through: ['quux_tables'] }),
      '(high): `quux_init` allocates 64.5 KiB with `kvmalloc_array` for every netns through `quux_tables`',
    ],
    [
      effect('allocation', 'vzalloc'),
      '(medium): `quux_init` allocates a table of unknown size with `vzalloc` for every netns',
    ],
    [
      effect('allocation', 'kvcalloc'),
      '(low): `quux_init` allocates a table of unknown size with `kvcalloc` for every netns',
    ],
  ])('%#', (paid, line) => {
    expect(said('init', paid)).toEqual([`init-allocates-table ${line}; ${wayOut}`]);
  });

  test.each<[string, Effect]>([
    ['less than a page', effect('allocation', 'kvzalloc', { bytes: 4095 })],
    ['unknown and most likely small', effect('allocation', 'kcalloc')],
    ['a growing table that starts small', effect('allocation', 'rhashtable_init')],
  ])('is not said of %s', (_, paid) => {
    expect(said('init', paid)).toEqual([]);
  });

  test('is low where the path is as doubtful as the size', () => {
    expect(said('init', effect('allocation', 'vzalloc', { confidence: 'low' }))).toEqual([
      `init-allocates-table (low): \`quux_init\` allocates a table of unknown size with \`vzalloc\` for every netns; ${wayOut}`,
    ]);
  });

  test('speaks of the likeliest one where no size is known, and counts the others', () => {
    expect(
      said('init', [
        effect('allocation', 'kvcalloc'),
        effect('allocation', 'vzalloc', { through: ['quux_tables'] }),
        effect('allocation', 'kvmalloc', { through: ['quux_jumps'] }),
      ]),
    ).toEqual([
      'init-allocates-table (medium): `quux_init` allocates a table of unknown size with `vzalloc` for every netns through `quux_tables`; ' +
        wayOut,
    ]);
    expect(
      said('init', [
        effect('allocation', 'kvcalloc', { bytes: 8192 }),
        effect('allocation', 'vzalloc', { through: ['f'] }),
      ]),
    ).toEqual([
      `init-allocates-table (high): \`quux_init\` allocates 8 KiB with \`kvcalloc\` for every netns (and in 1 more place); ${wayOut}`,
    ]);
  });

  test('speaks of the largest one', () => {
    expect(
      said('init', [
        effect('allocation', 'kvcalloc', { bytes: 8192 }),
        effect('allocation', 'kvcalloc', { bytes: 1 << 20, through: ['quux_tables'] }),
      ]),
    ).toEqual([
      `init-allocates-table (high): \`quux_init\` allocates 1 MiB with \`kvcalloc\` for every netns through \`quux_tables\`; ${wayOut}`,
    ]);
  });
});

test('every message is one line, names its symbol first, and has no full stop', () => {
  const kinds = [
    effect('rtnl', 'rtnl_lock'),
    effect('grace-period', 'synchronize_rcu'),
    effect('rcu-barrier', 'rcu_barrier'),
    effect('global-lock', 'mutex_lock', { lock: 'quux_mutex', lockOwner: 'global' }),
    effect('device-unregister', 'unregister_netdevice_many'),
    effect('device-unregister', 'unregister_netdevice', { per: 'device' }),
    effect('table-walk', 'hlist_for_each_entry'),
    effect('work-wait', 'flush_work'),
    effect('allocation', 'vzalloc', { bytes: 1e6 }),
  ];
  const slots: SlotName[] = ['init', 'pre_exit', 'exit', 'exit_rtnl', 'exit_batch', 'exit_batch_rtnl'];
  const { findings } = judge({
    ops: [ops(slots.map(slot => exitPath(slot, kinds)))],
    loops: [loop(1, kinds[5]!)],
    tree: tree('exit_rtnl', 'exit_batch_rtnl'),
  });
  expect(findings.length).toBeGreaterThan(20);
  for (const { message } of findings) expect(message).toMatch(/^`quux_\w+` [^\n!]*[^.!\s]$/);
});
