import { RULES, SEVERITIES } from '../../core/rules';
import { FORMATS } from '../../report';
import type { FlagGroup, VerbForm } from '../flags';

const CODES = { kind: 'list', shown: 'CODE[,CODE…]', choices: RULES.map(({ code }) => code) } as const;
const FILE = { kind: 'text', shown: 'FILE' } as const;
const DIR = { kind: 'text', shown: 'DIR' } as const;

const WHAT: FlagGroup = {
  title: 'What is scanned',
  flags: [
    {
      name: 'tree',
      value: DIR,
      help: 'The kernel tree that calls are followed into. Default: found upwards from each path by `include/net/net_namespace.h`.',
    },
    {
      name: 'stdin-filename',
      value: FILE,
      help: 'The file that the text on standard input stands for; goes with the path `-`. It need not exist.',
    },
    {
      name: 'rule',
      value: CODES,
      help: 'Report only these rules, also those that the configuration turns off. Repeatable.',
    },
    { name: 'ignore', value: CODES, help: 'Do not report these rules. Repeatable.' },
    {
      name: 'depth',
      value: { kind: 'integer', shown: 'N', min: 1, max: 32 },
      help: 'How many calls deep an exit path is followed. Default: from the configuration, else 5.',
    },
    {
      name: 'config',
      value: FILE,
      help: 'Use this configuration instead of the nearest `.pernet-lens.json`. See [configuration.md](configuration.md).',
    },
    {
      name: 'show-config',
      help: 'Print the configuration that would be used, and where it comes from, and scan nothing.',
    },
  ],
};

const REPORT: FlagGroup = {
  title: 'Report',
  flags: [
    {
      name: 'format',
      value: { kind: 'choice', shown: 'FORMAT', choices: Object.keys(FORMATS) },
      help: 'How to write the report. Default: text.',
    },
    {
      name: 'output',
      short: 'o',
      value: FILE,
      help: 'Write the report to a file instead of standard output.',
    },
    {
      name: 'quiet',
      short: 'q',
      help: 'Only the findings: no progress, notes or remarks on standard error.',
    },
    { name: 'timing', help: 'Print where the time went, on standard error; `json` carries it too.' },
  ],
};

const VERDICT: FlagGroup = {
  title: 'Exit code',
  flags: [
    {
      name: 'fail-on',
      value: { kind: 'choice', shown: 'SEVERITY', choices: SEVERITIES },
      help: 'The least severe finding that makes the exit code 1. Default: warning.',
    },
    {
      name: 'max-warnings',
      value: { kind: 'integer', shown: 'N', min: 0 },
      help: 'Let up to N warnings pass; errors still count.',
    },
    { name: 'exit-zero', help: 'Exit with 0 whatever is found; 2 still tells that something went wrong.' },
    {
      name: 'baseline',
      value: FILE,
      help: 'Leave out findings that this file knows, and tell which of its entries have no finding any more.',
    },
    {
      name: 'write-baseline',
      value: FILE,
      help: 'Write all findings to this file and leave them out; with the same `--baseline` that brings it up to date.',
    },
  ],
};

const EFFORT: FlagGroup = {
  title: 'Speed',
  flags: [
    {
      name: 'jobs',
      value: { kind: 'integer', shown: 'N', min: 1, max: 256 },
      help: 'Worker threads. The report is the same whatever N is. Default: one for each processor.',
    },
    {
      name: 'cache-dir',
      value: DIR,
      help: 'Where to keep what was read of unchanged files. Default: `$XDG_CACHE_HOME/pernet-lens`, else `~/.cache/pernet-lens`.',
    },
    { name: 'no-cache', help: 'Neither read nor write the cache.' },
  ],
};

export const SCAN: VerbForm = {
  name: 'scan',
  operands: '[PATH…]',
  summary: 'Report what pernet_operations pay per netns on their exit paths, and why',
  details: [
    'A PATH is a kernel tree, a folder or a file of one, or an out-of-tree module; `-` is text on standard input. Default: the working folder. Calls are followed into the whole tree, whatever part of it is scanned.',
    'The report alone goes to standard output, all else to standard error. Colours appear on a terminal only; `NO_COLOR` and `FORCE_COLOR` are honoured. Ctrl-C ends the scan with what is known by then (exit code 2), a second Ctrl-C at once.',
  ],
  groups: [WHAT, REPORT, VERDICT, EFFORT],
  examples: [
    'pernet-lens scan ~/linux',
    'pernet-lens scan net drivers/net --fail-on error',
    'pernet-lens scan --format sarif -o pernet.sarif .',
    'pernet-lens scan --rule exit-takes-rtnl --format terse net/ipv4',
    'pernet-lens scan --stdin-filename net/core/dev.c - < /tmp/dev.c',
  ],
};
