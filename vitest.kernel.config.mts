import { defineConfig } from 'vitest/config';

/** Against Debian's real kernel source: fetched or found by test/kernel/tree.ts. */
export default defineConfig({
  test: { include: ['test/kernel/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
});
