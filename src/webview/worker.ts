/** A worker of the page: all runs happen here, never where the user types. */
import { computer } from './compute';
import type { Half } from './work';

interface WorkerScope {
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
  onmessage: ((event: { data: Half }) => void) | null;
}
const scope = globalThis as unknown as WorkerScope;

const channel = new MessageChannel();
let waiting: (() => void)[] = [];
channel.port1.onmessage = () => {
  const resolve = waiting;
  waiting = [];
  for (const each of resolve) each();
};
/** A turn of the event loop, without the four milliseconds that timers take. */
const breathe = (): Promise<void> =>
  new Promise(resolve => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });

const compute = computer(
  answer => scope.postMessage(answer, 'run' in answer ? [answer.run.batches.buffer] : []),
  breathe,
);
scope.onmessage = ({ data }) => void compute(data);
