import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { costChanges, mboxOf, type PatchDraft, subsystemInHistory, subsystemOf } from '../../src/report';
import { aReport, fooOps } from './examples';

const SENDER = {
  name: 'Ada Example',
  email: 'ada@example.org',
  date: 'Mon, 21 Sep 2026 14:13:20 +0000',
  tool: 'pernet-lens 0',
};

const BEFORE = Array.from({ length: 9 }, (_, at) => `line ${at + 1}\n`).join('');

const draft = (more: Partial<PatchDraft> = {}): PatchDraft => ({
  subsystem: 'quux',
  titles: ['Let the core hold RTNL: `quux_exit_net` becomes `.exit_rtnl`'],
  ops: 'quux_net_ops',
  files: [{ file: 'net/quux/quux_main.c', before: BEFORE, after: BEFORE.replace('line 4', 'LINE 4') }],
  reasons: ['`quux_exit_net` takes RTNL once per netns (`quux_exit_net` -> `quux_flush` -> `rtnl_lock`).'],
  costs: [
    {
      ops: ['quux_net_ops'],
      changes: [{ what: 'rtnl_lock()', before: '1 per netns', after: 'none' }],
    },
  ],
  questions: ['net/quux/quux_main.c:4: Can nothing that runs later still use what `quux_exit_net` removes?'],
  functions: ['quux_exit_net', 'rtnl_lock'],
  ...more,
});

test('a mail has a subject, the reason, the counts, then what is not for the history; nobody has signed it off', () => {
  expect(mboxOf([draft()], SENDER)).toBe(`From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001
From: Ada Example <ada@example.org>
Date: Mon, 21 Sep 2026 14:13:20 +0000
Subject: [PATCH] quux: let the core hold RTNL in quux_net_ops

quux_exit_net() takes RTNL once per netns (quux_exit_net() -> quux_flush ->
rtnl_lock()).

Let the core hold RTNL: quux_exit_net() becomes .exit_rtnl.

Calls while quux_net_ops is dismantled, before and after:

  rtnl_lock()  1 per netns -> none
---
A draft by pernet-lens 0, neither built nor tested. Do both, reword it, and
add your own Signed-off-by.

To be answered first:
- net/quux/quux_main.c:4: Can nothing that runs later still use what
  quux_exit_net() removes?

 net/quux/quux_main.c | 2 +-
 1 file changed, 1 insertion(+), 1 deletion(-)

diff --git a/net/quux/quux_main.c b/net/quux/quux_main.c
--- a/net/quux/quux_main.c
+++ b/net/quux/quux_main.c
@@ -1,7 +1,7 @@
 line 1
 line 2
 line 3
-line 4
+LINE 4
 line 5
 line 6
 line 7
-- 
pernet-lens 0
`);
});

const subjects = (...drafts: PatchDraft[]): readonly (string | undefined)[] =>
  [...mboxOf(drafts, SENDER).matchAll(/^Subject: (.*)$/gm)].map(([, subject]) => subject);

test('several mails are numbered', () => {
  expect(subjects(draft({ titles: ['Fix `x`'] }), draft({ titles: ['Fix `y`'] }))).toEqual([
    '[PATCH 1/2] quux: fix x',
    '[PATCH 2/2] quux: fix y',
  ]);
});

test('a subject that is too long says the essential, and the body the rest', () => {
  const long =
    'Let the core hold RTNL: `quux_exit_net` becomes `.pre_exit` + `.exit_rtnl`, with the lock of `quux_rules_cleanup` left to its callers';
  expect(subjects(draft({ titles: [long] }))).toEqual([
    '[PATCH] quux: let the core hold RTNL in quux_net_ops',
  ]);
  expect(mboxOf([draft({ titles: [long] })], SENDER)).toContain(
    '\n\nLet the core hold RTNL: quux_exit_net() becomes .pre_exit + .exit_rtnl,\nwith the lock of quux_rules_cleanup left to its callers.\n\n',
  );
});

test('lines of a message are no longer than checkpatch wants them', () => {
  const [message] = mboxOf([draft({ reasons: ['word '.repeat(100)] })], SENDER).split('\n---\n');
  const lines = message!.split('\n').slice(4);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(75);
});

/** What a repository has after git am took the mails: the author and message of its last commit, and its files. */
function mailed(drafts: readonly PatchDraft[], sender = SENDER) {
  const folder = mkdtempSync(join(tmpdir(), 'pernet-lens-mbox-'));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  try {
    git('init', '-q');
    for (const { file, before } of drafts[0]!.files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), before);
    }
    git('add', '.');
    git('commit', '-qm', 'before');
    writeFileSync(join(folder, '.mbox'), mboxOf(drafts, sender));
    git('am', '-q', '.mbox');
    return {
      log: git('log', '-1', '--format=%an <%ae> %at%n%B'),
      texts: drafts.at(-1)!.files.map(({ file }) => readFileSync(join(folder, file), 'utf8')),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('git am takes a series, and drops what is not for the history', () => {
  const first = draft();
  const [{ file, after }] = first.files as [PatchDraft['files'][number]];
  const then = after.replace('line 7\n', '');
  const { log, texts } = mailed([first, draft({ files: [{ file, before: after, after: then }] })]);
  expect(texts).toEqual([then]);
  expect(log).toBe(`Ada Example <ada@example.org> 1790000000
quux: let the core hold RTNL in quux_net_ops

quux_exit_net() takes RTNL once per netns (quux_exit_net() -> quux_flush ->
rtnl_lock()).

Let the core hold RTNL: quux_exit_net() becomes .exit_rtnl.

Calls while quux_net_ops is dismantled, before and after:

  rtnl_lock()  1 per netns -> none

`);
});

test.each([
  ['names and code that are not ASCII', 'Ådå (X) Exämple', BEFORE.replace('line 5', 'lïne → 5 = five')],
  [
    'lines that end with CR LF',
    'Ada',
    `${BEFORE.replaceAll('\n', '\r\n')}${'long = é '.repeat(30)} \r\n\t\n`,
  ],
  ['a last line without newline', 'Ada', BEFORE.trimEnd()],
  ['lines that look like mail', 'Ada', `From here\n--- a/x\n${BEFORE}From there\n-- \n`],
])('git am keeps %s', (_, name, before) => {
  const file = 'net/quux/quux_main.c';
  const after = before.replace('line 4', 'LINE → 4');
  const { log, texts } = mailed([draft({ files: [{ file, before, after }] })], { ...SENDER, name });
  expect(texts).toEqual([after]);
  expect(log.split('\n')[0]).toBe(`${name} <ada@example.org> 1790000000`);
});

test.each([
  ['drivers/net/geneve.c', 'geneve'],
  ['drivers/net/bonding/bond_main.c', 'bonding'],
  ['drivers/net/wireless/virtual/mac80211_hwsim.c', 'wifi: mac80211_hwsim'],
  ['drivers/net/wan/lapbether.c', 'lapbether'],
  ['net/ipv4/ip_gre.c', 'ipv4'],
  ['net/netfilter/ipset/ip_set_core.c', 'netfilter: ipset'],
  ['net/caif/caif_dev.c', 'caif'],
  ['net/core/dev.c', 'net'],
  ['net/devres.c', 'net'],
  ['fs/nfsd/nfsctl.c', 'nfsd'],
  ['kernel/audit.c', 'audit'],
  ['quux_main.c', 'quux_main'],
])('the subsystem of %s is %s', (file, subsystem) => {
  expect(subsystemOf(file)).toBe(subsystem);
});

test.each([
  ['most begin with', ['quux: drop it', 'net: annotate a race', 'quux: fix it', 'quux: a: b c'], 'quux'],
  ['two words', ['wifi: quux: a', 'wifi: quux: b', 'wifi: quux: c', 'quux: d'], 'wifi: quux'],
  ['nothing that three agree on', ['quux: a', 'quux: b', 'net: c', 'net: d'], null],
  ['sentences', ['Fix the table: it leaks', 'Merge a', 'Revert "quux: a"'], null],
  ['nothing', [], null],
])('the history of a file says %s', (_, subjects, subsystem) => {
  expect(subsystemInHistory(subjects)).toBe(subsystem);
});

test('counts tell what an ops paid and pays', () => {
  const [path] = fooOps.exitPaths;
  const [effect] = path!.effects;
  const paying = (...pers: readonly (typeof effect & object)['per'][]) => ({
    ...aReport({}).ops[0],
    ...fooOps,
    exitPaths: [{ ...path!, effects: pers.map(per => ({ ...effect!, per })) }],
  });
  expect(costChanges(paying('net', 'net', 'device'), paying('batch'))).toEqual([
    { what: `${effect!.primitive}()`, before: '1 per device + 2 per netns', after: '1 per batch' },
  ]);
  expect(costChanges(paying('net'), paying('net'))).toEqual([]);
  expect(costChanges(paying('net'), null)).toMatchObject([{ before: '1 per netns', after: 'none' }]);
});
