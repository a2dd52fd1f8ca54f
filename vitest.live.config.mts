import { defineConfig } from 'vitest/config';

/** On this machine's own kernel, as root: calibrates, predicts and measures. Not for a busy machine. */
export default defineConfig({
  test: { include: ['test/simulation/live/*.live.ts'], testTimeout: 200_000, hookTimeout: 200_000 },
});
