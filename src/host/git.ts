import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { readBytes } from './source-text';

/**
 * What a repository's own configuration can make git run, switched off: a file system monitor, hooks, a pager, a helper
 * that checks signatures, and whatever fetches objects that are not there. Filters (`filter.X.clean`) run where git
 * compares a file with its index; nothing here asks it to.
 */
const HARMLESS = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'log.showSignature=false',
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
];

/** Longest wait for one answer of git, in milliseconds. */
const PATIENCE = 60_000;

/** What git says about files below one folder. */
export interface WorkTree {
  /**
   * Why a file's text cannot be got back from git, in words (`it has uncommitted changes`); null where it can, and where
   * the file is in no work tree at all.
   * @param file relative to the folder, with `/`
   */
  whyUncommitted(file: string): string | null;
}

/**
 * Looks at work trees with git as a tool of the machine. Nothing is taken from its view of the files on disk: their
 * contents are compared with what is committed, so that no program named in a repository's configuration runs.
 * @param root absolute
 */
export function workTree(root: string): WorkTree {
  const known = new Map<string, string | null>();
  const homes = new Map<string, string | null>();
  const heads = new Map<string, Answer>();

  const headOf = (home: string): Answer => {
    const before = heads.get(home);
    if (before) return before;
    const head = git(home, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
    heads.set(home, head);
    return head;
  };

  const homeOf = (folder: string): string | null => {
    const before = homes.get(folder);
    if (before !== undefined) return before;
    const above = dirname(folder);
    const home = existsSync(join(folder, '.git')) ? folder : above === folder ? null : homeOf(above);
    homes.set(folder, home);
    return home;
  };

  return {
    whyUncommitted(file) {
      const before = known.get(file);
      if (before !== undefined) return before;
      const path = join(root, file);
      const home = homeOf(dirname(path));
      const why =
        home === null ? null : whyUncommitted(home, headOf(home), relative(home, path).split(sep).join('/'));
      known.set(file, why);
      return why;
    },
  };
}

function whyUncommitted(home: string, head: Answer, file: string): string | null {
  if (head.kind === 'failed' && head.why !== '') return cannotTell(head.why);
  if (head.kind === 'failed') return 'nothing is committed yet';
  const committed = git(home, ['ls-tree', '-z', head.text.trim(), '--', file]);
  const staged = git(home, ['ls-files', '--stage', '-z', '--', file]);
  for (const answer of [committed, staged]) if (answer.kind === 'failed') return cannotTell(answer.why);
  const [inCommit] = namesIn(committed);
  const inIndex = namesIn(staged);
  if (inCommit === undefined) return 'it is not committed';
  if (inIndex.length !== 1 || inIndex[0] !== inCommit) return 'it has staged changes';
  const reading = readBytes(join(home, file));
  if (reading.kind === 'unread') return reading.message;
  return blobNames(reading.bytes, inCommit.length).includes(inCommit) ? null : 'it has uncommitted changes';
}

const cannotTell = (why: string): string => `git cannot tell whether it has uncommitted changes (${why})`;

/** Object names in the output of ls-tree and ls-files: `100644 blob NAME\tfile`, `100644 NAME 0\tfile`. */
const namesIn = (answer: Answer): readonly string[] =>
  answer.kind === 'said'
    ? [...answer.text.matchAll(/(?:^|\0)\d+ (?:blob )?([0-9a-f]{40,})/g)].map(([, name]) => name!)
    : [];

/** Git's name for a text as it stands, and as it is committed where line ends are converted. */
function blobNames(bytes: Buffer, length: number): readonly string[] {
  const plain = bytes.includes('\r\n')
    ? [Buffer.from(bytes.toString('latin1').replace(/\r\n/g, '\n'), 'latin1')]
    : [];
  return [bytes, ...plain].map(text => blobName(text, length > 40 ? 'sha256' : 'sha1'));
}

/** The name under which git keeps a text. */
export const blobName = (text: Buffer, algorithm: 'sha1' | 'sha256' = 'sha1'): string =>
  createHash(algorithm).update(`blob ${text.length}\0`).update(text).digest('hex');

/** Who git says its user is, as far as its configuration and environment tell. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/**
 * The author git would write down for a commit in a folder; null where nobody has told it.
 * @param folder absolute
 */
export function gitAuthor(folder: string, env: Readonly<Record<string, string | undefined>>): Person | null {
  const configured = (key: string): string | null => {
    const answer = git(folder, ['config', '--get', key]);
    return answer.kind === 'said' ? answer.text.replace(/\n$/, '') : null;
  };
  const name = env.GIT_AUTHOR_NAME || configured('user.name');
  const email = env.GIT_AUTHOR_EMAIL || env.EMAIL || configured('user.email');
  return name && email ? { name, email } : null;
}

/** Longest wait for a history, in milliseconds: a file that hardly changes makes git look through all commits. */
const HISTORY_PATIENCE = 5_000;

/** Commits of a file that are looked at. */
const HISTORY_LENGTH = 30;

/** What files below one folder were changed by. */
export interface History {
  /**
   * The subjects of the last commits that changed a file, newest first; empty where git knows none, and for all files once it
   * did not answer soon.
   * @param file relative to the folder, with `/`
   */
  subjectsOf(file: string): readonly string[];
}

/** @param root absolute */
export function historyOf(root: string): History {
  let isAsked = true;
  return {
    subjectsOf(file) {
      if (!isAsked) return [];
      const wanted = ['log', `--max-count=${HISTORY_LENGTH}`, '--no-merges', '--format=%s', '--', file];
      const answer = git(root, wanted, HISTORY_PATIENCE);
      isAsked = answer.kind === 'said';
      return answer.kind === 'said' ? answer.text.split('\n').filter(line => line !== '') : [];
    },
  };
}

type Answer =
  | { readonly kind: 'said'; readonly text: string }
  /** In git's own words; empty where it ended with an error and said nothing. */
  | { readonly kind: 'failed'; readonly why: string };

function git(folder: string, argv: readonly string[], patience = PATIENCE): Answer {
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', folder, ...HARMLESS, ...argv], {
    // not the workspace: a `git` that lies there must not be found
    cwd: '/',
    encoding: 'utf8',
    timeout: patience,
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(),
  });
  if (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: 'failed', why: code === 'ENOENT' ? 'there is no command `git`' : error.message };
  }
  if (status === 0) return { kind: 'said', text: stdout };
  const [first = ''] = stderr.split('\n').filter(line => line !== '');
  return { kind: 'failed', why: first.replace(/^(?:fatal|error): /, '') };
}

/** Ours, without what would send git to another repository, and with no way to fetch anything. */
function environment(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_(?!CONFIG|EXEC_PATH)/.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_ALLOW_PROTOCOL: '',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
}
