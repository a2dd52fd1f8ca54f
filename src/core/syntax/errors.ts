import type { SyntaxTree } from './parser';

/** ERROR and MISSING nodes of a tree. */
export function countErrors(tree: SyntaxTree): number {
  let count = 0;
  const pending = [tree.rootNode];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.isError || node.isMissing) count++;
    if (node.hasError) for (const child of node.children) pending.push(child);
  }
  return count;
}
