import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A tree and the folder that it is built in, which may be the tree itself. Absolute. */
export interface KernelBuild {
  readonly tree: string;
  readonly build: string;
}

export interface Compiled {
  readonly ok: boolean;
  /** Warnings and errors, without line numbers, sorted. */
  readonly messages: readonly string[];
}

/** `net/ipv4/ipip.c` → `net/ipv4/ipip.o` */
export const objectOf = (file: string): string => file.replace(/\.c$/, '.o');

/**
 * Has make build objects from the unchanged tree with W=1, so that their command lines are known.
 * @returns why each one that has none has none
 */
export function prepareObjects(
  { tree, build }: KernelBuild,
  objects: readonly string[],
): ReadonlyMap<string, string> {
  const missing = objects.filter(object => commandOf(build, object) === null);
  const why = new Map<string, string>();
  if (missing.length === 0) return why;
  const folder = build === tree ? [] : [`O=${build}`];
  const { stderr } = spawnSync(
    'nice',
    ['-n', '10', 'make', '-s', '-k', '-C', tree, ...folder, 'W=1', ...missing],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 1 << 28 },
  );
  for (const object of missing) {
    if (commandOf(build, object) !== null) continue;
    const source = object.replace(/o$/, 'c');
    const error = stderr
      .split('\n')
      .find(line => line.includes(source) && /\b(?:error|fatal error):/.test(line));
    const rule = stderr.split('\n').find(line => line.includes(object));
    why.set(object, (error ?? rule ?? 'make does not say why').trim().replaceAll(`${tree}/`, ''));
  }
  return why;
}

/** The compiler's command line of an object that make has built with W=1; null where there is none. */
function commandOf(build: string, object: string): string | null {
  const file = join(build, dirname(object), `.${object.slice(dirname(object).length + 1)}.cmd`);
  if (!existsSync(file) || !existsSync(join(build, object))) return null;
  const [, command] = /^(?:saved)?cmd_\S+ := (.*)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  // objtool and the like follow
  const compiler = command?.split(/ ; (?:\.\/)?(?:tools|scripts)\//)[0]?.trim();
  // what W=1 adds in all versions
  return compiler?.includes('-Wmissing-prototypes') || compiler?.includes('-Wunused-but-set-variable')
    ? compiler
    : null;
}

/**
 * Compiles an object with changed files laid over the tree, by the command line of make. Neither tree nor build folder changes: it
 * happens in a mount namespace of its own, for which it needs root or user namespaces.
 * @param changed texts by path, headers too; none: the tree as it is
 */
export function compile(
  { tree, build }: KernelBuild,
  object: string,
  changed: ReadonlyMap<string, string>,
): Compiled {
  const command = commandOf(build, object);
  if (command === null) throw new Error(`${object} was not prepared`);
  const run = mkdtempSync(join(tmpdir(), 'pernet-lens-compile-'));
  try {
    for (const folder of ['up', 'work', 'merged']) mkdirSync(join(run, folder));
    for (const [file, text] of changed) {
      const path = join(run, 'up', file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const aside = command
      .replace(/-Wp,-MM?D,\S+/, `-Wp,-MMD,${run}/object.d`)
      .replace(/ -o \S+\.o(?= |$)/, ` -o ${run}/object.o`);
    writeFileSync(
      join(run, 'script'),
      `mount -t overlay overlay -o "lowerdir=${tree},upperdir=${run}/up,workdir=${run}/work" "${run}/merged" &&
mount --bind "${run}/merged" "${tree}" || exit 99
cd "${build}" && ${aside}\n`,
    );
    const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];
    const { status, stderr } = spawnSync(
      'nice',
      ['-n', '10', 'unshare', ...asRoot, '--mount', 'sh', join(run, 'script')],
      { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 1 << 28 },
    );
    if (status === 99) throw new Error(`cannot lay files over ${tree}: ${stderr.trim()}`);
    return { ok: status === 0, messages: messagesIn(stderr, tree) };
  } finally {
    rmSync(run, { recursive: true, force: true });
  }
}

const messagesIn = (stderr: string, tree: string): readonly string[] =>
  stderr
    .split('\n')
    .filter(line => /\b(?:warning|error):/.test(line))
    .map(line => line.replaceAll(`${tree}/`, '').replace(/:\d+(?::\d+)?:/g, ':'))
    .sort();

/** Messages that there are more of than before, each as often as it is new. */
export function newMessages(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = [...before];
  return after.filter(message => {
    const at = left.indexOf(message);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
