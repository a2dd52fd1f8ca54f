import { type FileEdit, fnv1a64, inOrder } from '../text';
import type { Edit } from './refactoring';

/** An edit as it is handed out: each file once, and with a key that tells it from others. */
export function editOf(edit: Omit<Edit, 'kind' | 'key'>): Edit {
  const edits = eachFileOnce(edit.edits);
  return { ...edit, kind: 'edit', edits, key: `${edit.refactoring} ${fnv1a64(JSON.stringify(edits))}` };
}

/** Edits with those of one file together, in the order of its text; no file in which nothing changes. */
export function eachFileOnce(edits: readonly FileEdit[]): readonly FileEdit[] {
  const files = [...new Set(edits.map(({ file }) => file))].sort();
  return files
    .map(file => ({
      file,
      edits: inOrder(edits.filter(edit => edit.file === file).flatMap(edit => edit.edits)),
    }))
    .filter(edit => edit.edits.length > 0);
}
