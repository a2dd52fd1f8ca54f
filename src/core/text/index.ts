export { codeOnly, namesIn, wordPattern } from './code-only';
export { backward, composed, forward } from './compose';
export { applyEdits, type FileEdit, inOrder, type TextEdit, trimmed } from './edits';
export { fnv1a64 } from './hash';
export { indented, lineEnd, lineOf, lineStart, offsetAt, outdented, padding, width } from './lines';
export { type PlainText, plain } from './newlines';
