import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { AppliedFix, Fixes } from './fix-result';
import { replaceTogether, whyUnwritable } from './fix-write';
import { workTree } from './git';

/** Which files must be left alone. */
export interface Care {
  /** Absolute. */
  readonly root: string;
  /** Files are going to be written. */
  readonly writes: boolean;
  /** Only files that git has as they are. */
  readonly committedOnly: boolean;
}

/** Why a file must be left alone, in words; null where it need not. */
export function untouchable({ root, writes, committedOnly }: Care): (file: string) => string | null {
  const tree = workTree(root);
  const top = realpathSync(root);
  return file => {
    const path = join(root, file);
    if (leadsOut(path, top)) return 'it lies outside of the tree';
    const unwritable = writes ? whyUnwritable(path) : null;
    if (unwritable !== null) return unwritable;
    const uncommitted = committedOnly ? tree.whyUncommitted(file) : null;
    return uncommitted === null ? null : `${uncommitted}; --allow-dirty edits it all the same`;
  };
}

function leadsOut(path: string, root: string): boolean {
  try {
    const way = relative(root, realpathSync(path));
    return way === '..' || way.startsWith(`..${sep}`);
  } catch {
    // said elsewhere
    return false;
  }
}

/** Edits that could not be written, with the reason. */
export interface Unsaved {
  readonly fixes: readonly AppliedFix[];
  readonly why: string;
}

/** Writes what was edited, refactoring by refactoring: those that share a file go together, all of them or none. */
export function saveFixes(root: string, { applied, texts }: Fixes): readonly Unsaved[] {
  return together(applied).flatMap(({ fixes, files }): Unsaved[] => {
    const why = replaceTogether(
      [...files].sort().map(file => ({
        path: join(root, file),
        before: texts.original(file),
        after: Buffer.from(texts.read(file)!, 'utf8'),
      })),
    );
    return why === null ? [] : [{ fixes, why }];
  });
}

interface Together {
  readonly fixes: readonly AppliedFix[];
  readonly files: ReadonlySet<string>;
}

function together(applied: readonly AppliedFix[]): readonly Together[] {
  let groups: readonly Together[] = [];
  for (const fix of applied) {
    const files = fix.changes.map(({ file }) => file);
    const touches = ({ files: others }: Together): boolean => files.some(file => others.has(file));
    const joined = groups.filter(touches);
    groups = [
      ...groups.filter(group => !touches(group)),
      {
        fixes: [...joined.flatMap(({ fixes }) => fixes), fix],
        files: new Set([...joined.flatMap(group => [...group.files]), ...files]),
      },
    ];
  }
  return groups;
}
