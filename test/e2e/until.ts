import { vi } from 'vitest';
import { PATIENCE } from './workbench';

/** Repeats until nothing throws, or says why it still did at the end. */
export const until = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: PATIENCE, interval: 50 });
