import { defineConfig } from 'vitest/config';

/** A real VS Code in a real browser, with the packed extension. Fetches VS Code on first use: test/e2e/install.ts. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    reporters: ['default', './test/e2e/count-line.ts'],
  },
});
