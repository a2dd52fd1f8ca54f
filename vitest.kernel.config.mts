import { defineConfig } from 'vitest/config';

/** Against Debian's real kernel source: fetched or found by test/kernel/tree.ts. One file at a time: scans use all cores. */
export default defineConfig({
  test: {
    include: ['test/kernel/**/*.test.ts'],
    globalSetup: ['test/kernel/set-up.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
