import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blobName, gitAuthor, historyOf, workTree } from '../../src/host/git';
import { folderWith } from './folder';

const inGit = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** A repository with these files committed. */
function repository(files: Readonly<Record<string, string>>, ...init: string[]): string {
  const root = folderWith(files);
  inGit(root, 'init', '-q', ...init);
  inGit(root, 'add', '-A');
  inGit(root, 'commit', '-qm', 'first');
  return root;
}

const FILES = {
  'net/a.c': 'a\n',
  'net/b.c': 'b\n',
  'net/c d.c': 'c\n',
  'net/gone.c': 'd\n',
  '.gitignore': '*.o.c\n',
};

test.each([[['--object-format=sha1']], [['--object-format=sha256']]])(
  'of a work tree, files are safe that git has as they are (%s)',
  init => {
    const root = repository(FILES, ...init);
    appendFileSync(join(root, 'net/b.c'), 'changed\n');
    appendFileSync(join(root, 'net/c d.c'), 'staged\n');
    inGit(root, 'add', 'net/c d.c');
    writeFileSync(join(root, 'net/new.c'), '');
    writeFileSync(join(root, 'net/made.o.c'), '');
    rmSync(join(root, 'net/gone.c'));
    const tree = workTree(root);
    expect(
      ['a.c', 'b.c', 'c d.c', 'new.c', 'made.o.c', 'gone.c'].map(name => tree.whyUncommitted(`net/${name}`)),
    ).toEqual([
      null,
      'it has uncommitted changes',
      'it has staged changes',
      'it is not committed',
      'it is not committed',
      'could not be read: no such file or folder',
    ]);
    expect(workTree(join(root, 'net')).whyUncommitted('a.c')).toBeNull();
  },
);

test('what was staged and taken back in the file is a staged change', () => {
  const root = repository(FILES);
  writeFileSync(join(root, 'net/a.c'), 'other\n');
  inGit(root, 'add', '-A');
  writeFileSync(join(root, 'net/a.c'), 'a\n');
  expect(workTree(root).whyUncommitted('net/a.c')).toBe('it has staged changes');
});

test('line ends that git converts are no change', () => {
  const root = repository({ ...FILES, '.gitattributes': '*.c text eol=crlf\n' });
  writeFileSync(join(root, 'net/a.c'), 'a\r\n');
  expect(workTree(root).whyUncommitted('net/a.c')).toBeNull();
});

test('without a work tree every file is safe; without a commit none', () => {
  const root = folderWith(FILES);
  expect(workTree(root).whyUncommitted('net/a.c')).toBeNull();
  inGit(root, 'init', '-q');
  expect(workTree(root).whyUncommitted('net/a.c')).toBe('nothing is committed yet');
});

test('a repository of its own inside a tree is asked about its files', () => {
  const root = repository(FILES);
  mkdirSync(join(root, 'net/sub'));
  writeFileSync(join(root, 'net/sub/x.c'), '');
  inGit(join(root, 'net/sub'), 'init', '-q');
  inGit(join(root, 'net/sub'), 'add', '.');
  inGit(join(root, 'net/sub'), 'commit', '-qm', 'x');
  expect(workTree(root).whyUncommitted('net/sub/x.c')).toBeNull();
});

test('where git cannot tell, it says why', () => {
  const root = folderWith({ ...FILES, '.git': 'gitdir: nowhere\n' });
  expect(workTree(root).whyUncommitted('net/a.c')).toMatch(
    /^git cannot tell whether it has uncommitted changes \(not a git repository: .*nowhere\)$/,
  );
});

test('nothing that a repository configures is run', () => {
  const root = repository({ ...FILES, '.gitattributes': '*.c filter=evil diff=evil\n' });
  const script = join(root, '.git/evil.sh');
  const marker = join(root, '.git/ran');
  writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> ${marker}\ncat\n`);
  chmodSync(script, 0o755);
  for (const key of [
    'core.fsmonitor',
    'core.pager',
    'core.sshCommand',
    'core.askPass',
    'filter.evil.clean',
    'filter.evil.process',
    'diff.evil.textconv',
    'diff.external',
    'gpg.program',
    'credential.helper',
  ])
    inGit(root, 'config', key, script);
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  for (const hook of ['post-index-change', 'pre-commit', 'reference-transaction']) {
    writeFileSync(join(root, '.git/hooks', hook), `#!/bin/sh\n${script}\n`);
    chmodSync(join(root, '.git/hooks', hook), 0o755);
  }
  appendFileSync(join(root, 'net/b.c'), 'changed\n');
  const tree = workTree(root);
  expect(['net/a.c', 'net/b.c'].map(tree.whyUncommitted)).toEqual([null, 'it has uncommitted changes']);
  gitAuthor(root, {});
  historyOf(root).subjectsOf('net/a.c');
  expect(existsSync(marker)).toBe(false);
  // the trap works: git by itself walks into it
  inGit(root, 'status');
  expect(existsSync(marker)).toBe(true);
});

test('the author is who git would write down', () => {
  const root = repository(FILES);
  inGit(root, 'config', 'user.name', 'Ada Example');
  inGit(root, 'config', 'user.email', 'ada@example.org');
  expect(gitAuthor(root, {})).toEqual({ name: 'Ada Example', email: 'ada@example.org' });
  expect(gitAuthor(root, { GIT_AUTHOR_NAME: 'Eve', GIT_AUTHOR_EMAIL: 'eve@example.org' })).toEqual({
    name: 'Eve',
    email: 'eve@example.org',
  });
});

test('the history of a file is that of no other, its last commit first', () => {
  const root = repository(FILES);
  for (const [file, subject] of [
    ['net/a.c', 'a: count'],
    ['net/b.c', 'b: say'],
    ['net/a.c', 'a: drop'],
  ] as const) {
    appendFileSync(join(root, file), `/* ${subject} */\n`);
    inGit(root, 'commit', '-qam', subject);
  }
  const history = historyOf(root);
  expect(history.subjectsOf('net/a.c').slice(0, 2)).toEqual(['a: drop', 'a: count']);
  expect(history.subjectsOf('net/none.c')).toEqual([]);
  expect(history.subjectsOf('net/b.c')[0]).toBe('b: say');
});

test('without a repository there is no history', () => {
  expect(historyOf(folderWith(FILES)).subjectsOf('net/a.c')).toEqual([]);
});

test('a text has the name that git gives it', () => {
  const root = repository(FILES);
  expect(blobName(Buffer.from('a\n'))).toBe(inGit(root, 'rev-parse', 'HEAD:net/a.c').trim());
});
