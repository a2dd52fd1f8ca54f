/**
 * How subjects of patches begin for files below a folder, as their histories show; the longest folder counts, `*`
 * stands for the name of the file. What is not listed follows the rules below.
 */
const PREFIXES: Readonly<Record<string, string>> = {
  'drivers/infiniband/core': 'RDMA/core',
  'drivers/net/wireless': 'wifi: *',
  'drivers/target/iscsi': 'scsi: target',
  'fs/nfs': 'NFS',
  'fs/nfs_common': 'NFS',
  'net/802': 'net',
  'net/bluetooth': 'Bluetooth',
  'net/bridge/netfilter': 'netfilter',
  'net/core': 'net',
  'net/ipv4/netfilter': 'netfilter',
  'net/ipv6/netfilter': 'netfilter',
  'net/mac80211': 'wifi: mac80211',
  'net/netfilter': 'netfilter',
  'net/netfilter/ipset': 'netfilter: ipset',
  'net/netfilter/ipvs': 'ipvs',
  'net/sched': 'net/sched',
  'net/smc': 'net/smc',
  'net/sunrpc': 'SUNRPC',
  'net/wireless': 'wifi: cfg80211',
};

/** Subjects that must agree, so that a history tells something. */
const FEWEST = 3;

/**
 * What most subjects of a file's commits begin with: `nexthop`, `wifi: cfg80211`; null where fewer than three agree. One word to a
 * colon, since a colon behind several may be part of a sentence.
 */
export function subsystemInHistory(subjects: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const subject of subjects) {
    const words = /^(?:[^\s:]+: )+(?=\S)/.exec(subject)?.[0].split(': ').slice(0, -1) ?? [];
    for (const [at] of words.entries()) {
      const prefix = words.slice(0, at + 1).join(': ');
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort(([a, many], [b, others]) => others - many || b.length - a.length);
  return best && best[1] >= FEWEST ? best[0] : null;
}

/** Folders that say where a file lies, not what it belongs to. */
const PLACES = new Set(['core', 'drivers', 'kernel', 'lib', 'net', 'security', 'fs', 'src', 'wan']);

/**
 * What stands before the colon of a patch's subject: `drivers/net/ppp/ppp_generic.c` → ppp, `net/ipv4/ipmr.c` → ipv4,
 * `net/core/dev.c` → net. A guess as good as a newcomer's, for where no history of the file knows better.
 */
export function subsystemOf(file: string): string {
  const folders = file.split('/');
  const stem = folders.pop()!.replace(/\.[ch]$/, '');
  for (let length = folders.length; length > 0; length--) {
    const prefix = PREFIXES[folders.slice(0, length).join('/')];
    if (prefix) return prefix.replace('*', stem);
  }
  const folder = folders.at(-1);
  if (folder === undefined) return stem;
  if (folder === 'net' && folders.length === 1) return 'net';
  return PLACES.has(folder) ? stem : folder;
}
