import { Worker } from 'node:worker_threads';
import type { Answer, Task } from './extractor';
import type { WorkerStart } from './pool';

/** Another thread that does tasks, one after the other, in the order in which they were given. */
export interface Thread {
  /** Its answer; null when it died before. */
  ask<T extends Task>(task: T): Promise<Answer<T['kind']> | null>;
  readonly isAlive: boolean;
  close(): Promise<unknown>;
}

export function startThread(script: string, start: WorkerStart): Thread {
  const worker = new Worker(script, { workerData: start });
  const waiting: ((answer: Answer<Task['kind']> | null) => void)[] = [];
  let isAlive = true;
  const died = (): void => {
    isAlive = false;
    for (const settle of waiting.splice(0)) settle(null);
  };
  worker.on('message', (answer: Answer<Task['kind']>) => waiting.shift()?.(answer));
  worker.on('error', died);
  worker.on('exit', died);
  return {
    ask<T extends Task>(task: T) {
      if (!isAlive) return Promise.resolve(null);
      return new Promise<Answer<T['kind']> | null>(resolve => {
        // it answers in the order of the tasks, and each kind of task with its kind of results
        waiting.push(answer => resolve(answer as Answer<T['kind']> | null));
        worker.postMessage(task);
      });
    },
    get isAlive() {
      return isAlive;
    },
    close: () => worker.terminate(),
  };
}
