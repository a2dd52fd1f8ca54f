import { LOADED, TARGET_SLOTS, USES } from '../../core/dismantle';
import { VARIED } from '../../core/simulation';
import type { FlagGroup, VerbForm } from '../flags';
import { scanFlags } from './scan-flags';

const FILE = { kind: 'text', shown: 'FILE' } as const;

const ENGINES = ['fluid', 'events'] as const;
export const SIMULATION_FORMATS = ['text', 'json', 'csv', 'markdown'] as const;

const LOAD: FlagGroup = {
  title: 'Load',
  flags: [
    {
      name: 'preset',
      value: { kind: 'text', shown: 'NAME' },
      help: 'A ready-made scenario, see `--list-presets`. Default: tree, the ops of PATH under 10 shells that each make 1,000 netns.',
    },
    {
      name: 'scenario',
      value: FILE,
      help: 'A scenario file: workload, machine, prices, and if wanted the op program. See [simulation-page.md](simulation-page.md).',
    },
    {
      name: 'calibration',
      value: FILE,
      help: 'Prices measured by `calibrate/calibrate.sh` on your machine instead of the built-in ones.',
    },
    { name: 'list-presets', help: 'List the presets, and simulate nothing.' },
  ],
};

const OPS: FlagGroup = {
  title: 'Ops and change',
  flags: [
    {
      name: 'ops',
      value: { kind: 'text', shown: 'NAME[,NAME…]' },
      help: 'Look at these `struct pernet_operations`, by name or as `file:name`. Default: at all of them.',
    },
    {
      name: 'after',
      value: { kind: 'text', shown: 'REFACTORING|SLOT|FILE|DIR' },
      help: `Compare with what a refactoring makes of the ops: its name, or offered for all that are offered, or the slot to move to (${TARGET_SLOTS.join(', ')}, best: as fits); where no edit is offered the move is assumed, and said to be. Or with a FILE, a scenario or a changed .c, or with a DIR, another version of the tree.`,
    },
    {
      name: 'loaded',
      value: { kind: 'choice', shown: 'WHICH', choices: LOADED },
      help: 'Which ops of the tree are loaded: the core network stack and those of `--ops`, all, or only those of `--ops`. Default: stack for a whole tree, else all.',
    },
    {
      name: 'use',
      value: { kind: 'choice', shown: 'HOW', choices: USES },
      help: 'Whether ops other than those of `--ops` find an empty netns, or entries and all conditions met. Default: empty.',
    },
  ],
};

const RUN: FlagGroup = {
  title: 'Run',
  flags: [
    {
      name: 'engine',
      value: { kind: 'choice', shown: 'ENGINE', choices: ENGINES },
      help: 'fluid is fast, events exact. Default: fluid.',
    },
    {
      name: 'seed',
      value: { kind: 'integer', shown: 'N', min: 0, max: 2 ** 32 - 1 },
      help: 'The same seed gives the same run. Default: that of the scenario, 1.',
    },
    {
      name: 'replications',
      value: { kind: 'integer', shown: 'N', min: 0, max: 10_000 },
      help: 'Runs with other seeds for the 5 to 95 % band; 0: no band. Default: 20, with events 0.',
    },
    {
      name: 'vary',
      value: { kind: 'choice', shown: 'WHAT', choices: VARIED },
      help: 'What differs between those runs: seeds, or prices too, each drawn from all that was seen of it; measured ones stay. Default: seeds.',
    },
    {
      name: 'batch',
      value: { kind: 'integer', shown: 'N', min: 1, max: 1_000_000 },
      help: 'Netns in the batch of the exact counts. Default: 64.',
    },
  ],
};

const REPORT: FlagGroup = {
  title: 'Report',
  flags: [
    {
      name: 'format',
      value: { kind: 'choice', shown: 'FORMAT', choices: SIMULATION_FORMATS },
      help: 'How to write the result. markdown is for a cover letter, csv has the time line. Default: text.',
    },
    {
      name: 'output',
      short: 'o',
      value: FILE,
      help: 'Write the result to a file instead of standard output.',
    },
    {
      name: 'html',
      value: FILE,
      help: 'Write the page to change all of this in a browser; one file, nothing is loaded from elsewhere.',
    },
    { name: 'quiet', short: 'q', help: 'No progress or remarks on standard error.' },
  ],
};

export const SIMULATE: VerbForm = {
  name: 'simulate',
  operands: '[PATH…]',
  summary: 'Simulate the dismantle of many netns, as the code is and as it would be after a refactoring',
  details: [
    'The ops of PATH (default: the working folder) are scanned, and what they pay becomes a program that a simulated cleanup worker runs while simulated shells create and leave netns. Exact counts per batch follow from the code alone; seconds are simulated from prices that [simulation.md](simulation.md) lists with their origin.',
    'Nothing is executed, and no netns is created. The exit code is 0, or 2 if it could not be done.',
  ],
  groups: [LOAD, OPS, RUN, REPORT, { title: 'Scan', flags: scanFlags('Worker threads of the scan') }],
  examples: [
    'pernet-lens simulate ~/linux --ops ppp_net_ops --after exit_rtnl',
    'pernet-lens simulate net/foo --ops foo_net_ops --after wrap-and-hoist',
    'pernet-lens simulate ~/linux --after best --format markdown',
    'pernet-lens simulate linux-6.1 --after linux-6.12',
    'pernet-lens simulate examples --html dismantle.html',
    'pernet-lens simulate --preset unshare10 --engine events',
  ],
};
