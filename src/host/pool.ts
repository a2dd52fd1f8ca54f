import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createParser, type ExtraNames, maskTables, type ParserBytes } from '../core/syntax';
import { type Answer, createExtractor, type Extractor, type Task } from './extractor';
import { startThread, type Thread } from './thread';

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
  const others = existsSync(script) ? Math.max(0, jobs - 1) : 0;
  const threads = Array.from({ length: others }, () => startThread(script, start));
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
      /** @param spare how many tasks are to be left for others */
      const take = (spare = 0): number | undefined => (next < tasks.length - spare ? next++ : undefined);
      const here = async (): Promise<void> => {
        for (let at = take(); at !== undefined; at = take()) {
          answers[at] = cancelled() ? nothing(tasks[at]!) : doHere(local, tasks[at]!);
          // lets signals and the answers of the other threads in, so that they get their next task
          await setImmediate();
        }
      };
      const there = async (thread: Thread, spare: number): Promise<void> => {
        for (let at = take(spare); at !== undefined; at = take(spare)) {
          const answer = cancelled() ? nothing<T>(tasks[at]!) : await thread.ask(tasks[at]!);
          // a thread that died leaves its task, and all later ones, to those that live
          answers[at] = answer ?? doHere(local, tasks[at]!);
          if (answer === null) return;
        }
      };
      const alive = threads.filter(({ isAlive }) => isAlive);
      // a second task for each, so that it need not wait for the next one until this thread is done with its own
      const crew = [0, alive.length + 1].flatMap(spare => alive.map(thread => there(thread, spare)));
      await Promise.all([...crew, here()]);
      return answers;
    },
    async close() {
      await Promise.all(threads.map(thread => thread.close()));
    },
  };
}

const doHere = <T extends Task>(extractor: Extractor, task: T): Answer<T['kind']> => extractor.run(task);

/** An answer of the right length that says nothing. */
function nothing<T extends Task>(task: T): Answer<T['kind']> {
  const results =
    'requests' in task
      ? task.requests.map(() => [])
      : task.files.map(() => (task.kind === 'assigned' ? [] : null));
  return { results: results as unknown as Answer<T['kind']>['results'], notes: [] };
}
