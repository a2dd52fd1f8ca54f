import { type FileEdit, inOrder } from '../text';
import type { Edit } from './refactoring';

/** An edit as it is handed out: each file once, and with a key that tells it from others. */
export function editOf(edit: Omit<Edit, 'kind' | 'key'>): Edit {
  const edits = eachFileOnce(edit.edits);
  return { ...edit, kind: 'edit', edits, key: `${edit.refactoring} ${hashOf(JSON.stringify(edits))}` };
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

/** FNV-1a of 32 bits (the Fowler–Noll–Vo draft, section 5), in hexadecimal: tells texts apart, keeps no secrets. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
