import type { Answer, Task } from './extractor';
import { createPool, type Pool, type WorkerStart } from './pool';

/** From this many tasks on, starting threads pays. */
const MANY_TASKS = 12;

/** How long threads wait for more work, milliseconds. */
const PATIENCE = 5_000;

/**
 * A pool for a long life: small work is done by this thread, large work by all cores. Threads end when there has been
 * nothing for them to do for a while.
 */
export async function createElasticPool(start: WorkerStart, jobs: number): Promise<Pool> {
  const alone = await createPool(start, 1, () => false);
  let crew: Promise<Pool> | null = null;
  let leaving: NodeJS.Timeout | undefined;
  const dismiss = async (): Promise<void> => {
    const pool = crew;
    crew = null;
    clearTimeout(leaving);
    await (await pool)?.close();
  };
  return {
    async run<T extends Task>(tasks: readonly T[]): Promise<readonly Answer<T['kind']>[]> {
      if (jobs < 2 || tasks.length < MANY_TASKS) return alone.run(tasks);
      clearTimeout(leaving);
      crew ??= createPool(start, jobs, () => false);
      const answers = await (await crew).run(tasks);
      clearTimeout(leaving);
      leaving = setTimeout(dismiss, PATIENCE).unref();
      return answers;
    },
    async close() {
      await dismiss();
      await alone.close();
    },
  };
}
