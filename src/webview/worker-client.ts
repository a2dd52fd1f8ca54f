/** Starts a worker, and hands work to it. */
import WORKER_SOURCE from 'worker-source';
import { computer } from './compute';
import type { Hand } from './laboratory';
import type { Half, HalfAnswer } from './work';

/**
 * A worker from a blob, which is what a webview and a file: page both allow. Where workers are forbidden the same code
 * runs between two frames of the page.
 */
export function openHand(onAnswer: (answer: HalfAnswer) => void): Hand {
  const url = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: 'text/javascript' }));
  let worker: Worker | undefined;
  let local: Hand | undefined;
  let last: Half | undefined;

  const useLocal = (): void => {
    local ??= withoutWorker(onAnswer);
    if (last) local.give(last);
  };
  const start = (): void => {
    try {
      worker = new Worker(url);
      worker.onmessage = ({ data }: MessageEvent<HalfAnswer>) => onAnswer(data);
      // a policy that forbids workers speaks up only after the constructor
      worker.onerror = event => {
        event.preventDefault();
        useLocal();
      };
    } catch {
      useLocal();
    }
  };
  start();
  return {
    give: work => {
      last = work;
      if (local) local.give(work);
      else worker?.postMessage(work);
    },
    restart: () => {
      if (local) return;
      worker?.terminate();
      last = undefined;
      start();
    },
    close: () => {
      worker?.terminate();
      URL.revokeObjectURL(url);
      local?.close();
    },
  };
}

function withoutWorker(onAnswer: (answer: HalfAnswer) => void): Hand {
  const compute = computer(onAnswer, () => new Promise(resolve => setTimeout(resolve)));
  const give = (work: Half) => void setTimeout(() => void compute(work));
  return { give, restart: () => {}, close: () => give({ kind: 'stop' }) };
}
