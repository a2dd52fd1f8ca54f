import { REFACTORINGS } from '../../core/refactorings';
import { RULES } from '../../core/rules';
import type { FlagGroup, VerbForm } from '../flags';
import { scanFlags } from './scan-flags';

const FILE = { kind: 'text', shown: 'FILE' } as const;

export const FIX_FORMATS = ['diff', 'mbox', 'json'] as const;

const CHOICE: FlagGroup = {
  title: 'What is changed',
  flags: [
    {
      name: 'only',
      value: {
        kind: 'list',
        shown: 'NAME[,NAME…]',
        choices: [...REFACTORINGS.map(({ id }) => id), ...RULES.map(({ code }) => code)],
      },
      help: 'Only these refactorings, or what removes findings of these codes; also those that gain nothing. Repeatable. See [refactorings](refactorings/README.md).',
    },
    {
      name: 'ops',
      value: { kind: 'text', shown: 'NAME[,NAME…]' },
      help: 'Only these `struct pernet_operations`; for loops that unregister devices one by one, the function. Repeatable.',
    },
    {
      name: 'ask',
      help: 'Also edits that leave a question; each question is a line on standard error. Answer them before you send the patch.',
    },
    {
      name: 'allow-dirty',
      help: 'Also edit files that are not committed to git as they are.',
    },
  ],
};

const REPORT: FlagGroup = {
  title: 'What is done',
  flags: [
    { name: 'diff', help: 'Print a patch, relative to the root of the tree, and change nothing.' },
    {
      name: 'format',
      value: { kind: 'choice', shown: 'FORMAT', choices: FIX_FORMATS },
      help: 'Print the patch in this form, and change nothing: diff is the same as `--diff`; mbox is one mail for each ops, for `git am`, with the draft of a commit message; json goes with `--explain` and tells the same to programs.',
    },
    {
      name: 'explain',
      help: 'Tell for each ops what would be done, what would be asked, or why nothing can be done, with the evidence, and change nothing.',
    },
    { name: 'output', short: 'o', value: FILE, help: 'Write the patch, or what is explained, to a file.' },
    { name: 'quiet', short: 'q', help: 'No progress and no summary on standard error.' },
    {
      name: 'exit-zero',
      help: 'Exit with 0 whatever is left; 2 still tells that something went wrong.',
    },
  ],
};

export const FIX: VerbForm = {
  name: 'fix',
  operands: '[PATH…]',
  summary: 'Write the refactorings that remove findings, where the code proves them harmless',
  details: [
    'PATH is as for `scan`. What leaves no question is written; with `--ask` also what does; what cannot be done by rule is refused with a reason, which `--explain` gives. A refactoring is done in all its files or not at all. Each edit is analysed again: one that does not remove its finding, or brings another, is taken back.',
    'A file that git does not have exactly as it is on disk is left alone, unless `--allow-dirty` or `--diff` is given; without a git work tree every file is taken. Comments that silence a finding keep it from being fixed. Nothing of the tree is executed: git is asked, with the programs that a repository can configure switched off.',
    'The exit code is 0 where nothing is left to do, 1 where something is left that needs somebody: an answer, a file, or a change by hand. It is 2 if it could not be done or was interrupted; nothing is written then.',
  ],
  groups: [CHOICE, REPORT, { title: 'Scan', flags: scanFlags('Worker threads') }],
  examples: [
    'pernet-lens fix net/foo',
    'pernet-lens fix --diff --ask drivers/net | git apply',
    'pernet-lens fix --explain --ops ppp_net_ops ~/linux',
    'pernet-lens fix --explain --format json -o fixes.json net',
    'pernet-lens fix --only use-rtnl-slot --format mbox -o rtnl.mbox ~/linux',
  ],
};
