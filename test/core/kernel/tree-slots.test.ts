import { expect, test } from 'vitest';
import { slotsOfTree } from '../../../src/core/kernel';

const header = (members: string): string => `
struct net;
struct pernet_operations {
	struct list_head list;
	/* a comment { with braces } */
${members}
	unsigned int *id;
	const size_t size;
};
`;

const EXIT = '	void (*exit)(struct net *net);';
const BATCH = '	void (*exit_batch)(struct list_head *net_exit_list);';
const BATCH_RTNL =
  '	void (*exit_batch_rtnl)(struct list_head *net_exit_list,\n				struct list_head *dev_kill_list);';

test('the function pointers of the struct that the core calls, in the order of the table', () => {
  const core = 'ops->exit_batch_rtnl(list, kill); ops->exit_batch(list); ops->exit(net);';
  expect(slotsOfTree(header([BATCH_RTNL, BATCH, EXIT].join('\n')), core)).toEqual([
    'exit',
    'exit_batch',
    'exit_batch_rtnl',
  ]);
});

test('a member that the core never calls is no slot: a half back-port', () => {
  expect(
    slotsOfTree(header([EXIT, BATCH, BATCH_RTNL].join('\n')), 'ops->exit(net); ops->exit_batch(list);'),
  ).toEqual(['exit', 'exit_batch']);
});

test('without the core file the header decides; without the struct nothing can be told', () => {
  expect(slotsOfTree(header(EXIT), null)).toEqual(['exit']);
  expect(slotsOfTree('struct net { int x; };', null)).toBeNull();
});
