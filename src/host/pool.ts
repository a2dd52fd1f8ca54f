import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createParser, type ExtraNames, maskTables, type ParserBytes } from '../core/syntax';
import { type Answer, createExtractor, type Extractor, type Task } from './extractor';

/** What a worker thread is started with. */
export interface WorkerStart {
  readonly bytes: ParserBytes;
  readonly root: string;
  readonly overlay: ReadonlyMap<string, string>;
  readonly names: ExtraNames;
}

/** Does tasks on all cores, this thread included. */
export interface Pool {
  /** Answers in the order of the tasks, whoever did them. */
  run<T extends Task>(tasks: readonly T[]): Promise<readonly Answer<T['kind']>[]>;
  close(): Promise<void>;
}

/**
 * @param jobs how many tasks are worked on at a time, this thread's included; 1 starts no other thread
 * @param cancelled true once nobody wants the answers any more: what is left is answered with nothing
 */
export async function createPool(start: WorkerStart, jobs: number, cancelled: () => boolean): Promise<Pool> {
  const script = join(__dirname, 'worker.cjs');
  const threads = existsSync(script) ? Math.max(0, jobs - 1) : 0;
  const workers = Array.from({ length: threads }, () => new Worker(script, { workerData: start }));
  const local = createExtractor(
    await createParser(start.bytes),
    maskTables(start.names),
    start.root,
    start.overlay,
  );
  return {
    async run<T extends Task>(tasks: readonly T[]): Promise<readonly Answer<T['kind']>[]> {
      const answers: Answer<T['kind']>[] = [];
      let next = 0;
      const take = (): number | undefined => (next < tasks.length ? next++ : undefined);
      const here = async (): Promise<void> => {
        for (let at = take(); at !== undefined; at = take()) {
          answers[at] = cancelled() ? nothing(tasks[at]!) : doHere(local, tasks[at]!);
          // lets signals and the answers of the workers in, so that they get their next task
          await setImmediate();
        }
      };
      const there = async (worker: Worker): Promise<void> => {
        for (let at = take(); at !== undefined; at = take()) {
          if (cancelled()) {
            answers[at] = nothing(tasks[at]!);
            continue;
          }
          const answer = await ask<T>(worker, tasks[at]!);
          // a thread that died leaves its task, and all later ones, to the others
          if (answer === null) {
            workers.splice(workers.indexOf(worker), 1);
            answers[at] = doHere(local, tasks[at]!);
            return;
          }
          answers[at] = answer;
        }
      };
      await Promise.all([...workers.map(there), here()]);
      return answers;
    },
    async close() {
      await Promise.all(workers.map(worker => worker.terminate()));
    },
  };
}

const doHere = <T extends Task>(extractor: Extractor, task: T): Answer<T['kind']> => extractor.run(task);

/** An answer of the right length that says nothing. */
function nothing<T extends Task>(task: T): Answer<T['kind']> {
  const results =
    task.kind === 'functionFacts'
      ? task.requests.map(() => [])
      : task.files.map(() => (task.kind === 'assigned' ? [] : null));
  return { results: results as unknown as Answer<T['kind']>['results'], notes: [] };
}

/** The worker's answer, or null when it died over the task. */
function ask<T extends Task>(worker: Worker, task: T): Promise<Answer<T['kind']> | null> {
  return new Promise(resolve => {
    const settle = (answer: Answer<T['kind']> | null): void => {
      worker.off('message', settle);
      worker.off('error', died);
      worker.off('exit', died);
      resolve(answer);
    };
    const died = (): void => settle(null);
    worker.once('message', settle);
    worker.once('error', died);
    worker.once('exit', died);
    worker.postMessage(task);
  });
}
