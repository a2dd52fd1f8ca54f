import { join } from 'node:path';
import { folderWith } from '../host/folder';
import { uriOf } from './editor';

/** A small kernel tree: an ops whose handler takes RTNL in a helper of another file. */
export const TREE = {
  'include/net/net_namespace.h': `
struct pernet_operations {
	int (*init)(struct net *net);
	void (*pre_exit)(struct net *net);
	void (*exit)(struct net *net);
	void (*exit_batch)(struct list_head *net_exit_list);
};
`,
  'include/net/quux.h': 'void quux_flush(struct net *net);\n',
  'net/quux/quux_main.c': `
static void __net_exit quux_exit_net(struct net *net)
{
	quux_flush(net);
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`,
  'net/quux/quux_table.c': `
void quux_flush(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}
`,
};

export const MAIN = 'net/quux/quux_main.c';
export const TABLE = 'net/quux/quux_table.c';

/** The tree in a folder of its own. */
export function makeTree(files: Readonly<Record<string, string>> = {}) {
  const root = folderWith({ ...TREE, ...files });
  return { root, uri: (file: string): string => uriOf(join(root, file)) };
}
