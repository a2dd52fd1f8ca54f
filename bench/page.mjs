import { table, writeSection } from './sections.mjs';

/** What a scan may cost in units of its peer on the same files, and megabytes of memory. */
const BOUNDS = [
  {
    name: 'net + drivers/net, nothing cached',
    ours: 'cold, parts',
    peer: 'spatch, parts',
    most: 1 / 2,
    aim: 1 / 4,
  },
  {
    name: 'net + drivers/net, cached',
    ours: 'warm, parts',
    peer: 'spatch, parts',
    most: 1 / 10,
    aim: 1 / 20,
  },
  { name: 'net + drivers/net, one file edited', ours: 'edited, parts', peer: 'spatch, parts' },
  { name: 'whole tree, nothing cached', ours: 'cold, tree', peer: 'rg, tree', most: 20 },
  { name: 'whole tree, cached', ours: 'warm, tree', peer: 'rg, tree', most: 4 },
  { name: 'whole tree, one file edited', ours: 'edited, tree', peer: 'rg, tree' },
];
const MOST_MEMORY = 700;

const PEERS = { 'spatch, parts': 'spatch', 'rg, tree': 'rg' };

const short = value => String(Number(value.toPrecision(2)));
const ratio = value => (value < 1 ? `1/${short(1 / value)}` : `${short(value)} ×`);
const seconds = ({ seconds, least, most }) =>
  `${seconds.toFixed(2)} s (${least.toFixed(2)}–${most.toFixed(2)})`;

/**
 * Prints the figures and, unless it was only a try, writes them into docs/performance.md.
 * @returns whether every bound is met
 */
export function writePage({ facts, results, answers, native, rounds, peak, write }) {
  const judged = BOUNDS.map(bound => {
    const value = results[bound.ours].seconds / results[bound.peer].seconds;
    return { ...bound, value, met: bound.most === undefined || value <= bound.most };
  });
  const bound = ({ most, aim, met }) =>
    most === undefined
      ? ''
      : `${met ? 'met' : '**missed**'}: at most ${ratio(most)}${aim ? `, aim ${ratio(aim)}` : ''}`;
  const text = [
    table(
      ['Scan', 'pernet-lens', 'peer', 'ratio', 'bound'],
      judged.map(one => [
        one.name,
        seconds(results[one.ours]),
        `${PEERS[one.peer]} ${seconds(results[one.peer])}`,
        ratio(one.value),
        bound(one),
      ]),
    ),
    `Medians of ${rounds} rounds, least and most in brackets; in every round all commands took their turn. Peak memory of any of ours: ` +
      `${peak.toFixed(0)} MB (${peak <= MOST_MEMORY ? 'met' : '**missed**'}: at most ${MOST_MEMORY} MB).`,
    said(answers),
    ...(native ? [native] : []),
    table(['Measured', 'with'], facts),
  ].join('\n\n');
  console.log(text);
  if (write) writeSection('scan', text);
  return judged.every(({ met }) => met) && peak <= MOST_MEMORY;
}

const said = ({ spatch, ours }) =>
  `What they answer on net + drivers/net: \`.exit\` without \`.exit_batch\` in ${spatch.withoutBatch} ops (spatch) and ` +
  `${ours.withoutBatch} (pernet-lens); RTNL in the body of ${spatch.rtnl} and ${ours.rtnl} of their handlers. Only ` +
  `pernet-lens follows calls, into ${ours.functions} functions, and finds RTNL below ${ours.rtnlBelow} more. It read ` +
  `${ours.files} files of the two folders, ${ours.treeFiles} of the whole tree.`;
