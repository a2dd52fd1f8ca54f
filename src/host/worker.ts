import { parentPort, workerData } from 'node:worker_threads';
import { createParser, maskTables } from '../core/syntax';
import { createExtractor, type Task } from './extractor';
import type { WorkerStart } from './pool';

/** A worker thread: answers tasks, one after the other, until its parent ends it. */
async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const { bytes, root, overlay, names }: WorkerStart = workerData;
  const extractor = createExtractor(await createParser(bytes), maskTables(names), root, overlay);
  port.on('message', (task: Task) => port.postMessage(extractor.run(task)));
}

if (parentPort) void serve(parentPort);
