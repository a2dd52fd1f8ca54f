import type { TestProject } from 'vitest/node';
import { findTree, type KernelTree } from './tree';

declare module 'vitest' {
  interface ProvidedContext {
    readonly kernelTree: KernelTree;
  }
}

/** Finds, or fetches, the tree once for all test files. */
export default function setUp({ provide }: TestProject): void {
  provide('kernelTree', findTree(process.env));
}
