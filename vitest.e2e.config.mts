import { defineConfig } from 'vitest/config';

/** A real VS Code in a real browser, with the packed extension. Fetches VS Code on first use: test/e2e/install.ts. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    // the workbench is not ours, and loses a key or a menu now and then: what needed a second try is listed at the end
    retry: 1,
    // each failure costs minutes of patience, and after so many the reason is one
    bail: 8,
    reporters: ['default', './test/e2e/count-line.ts'],
  },
});
