/** The worker of the page: all runs happen here, never where the user types. */
import { computer } from './compute';
import type { Work } from './work';

interface WorkerScope {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: Work }) => void) | null;
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

const compute = computer(answer => scope.postMessage(answer), breathe);
scope.onmessage = ({ data }) => void compute(data);
