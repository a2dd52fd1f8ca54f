/** Starts the worker, and hands work to it. */
import WORKER_SOURCE from 'worker-source';
import { computer } from './compute';
import type { Answer, Work } from './work';

export interface Laboratory {
  readonly give: (work: Work) => void;
  /** Drops whatever is being computed, for new work: a run of the fluid engine cannot be asked to stop. */
  readonly restart: () => void;
  readonly close: () => void;
}

/**
 * A worker from a blob, which is what a webview and a file: page both allow. Where workers are forbidden the same code
 * runs between two frames of the page.
 */
export function openLaboratory(onAnswer: (answer: Answer) => void): Laboratory {
  const url = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: 'text/javascript' }));
  let worker: Worker | undefined;
  let local: Laboratory | undefined;
  let last: Work | undefined;

  const useLocal = (): void => {
    local ??= withoutWorker(onAnswer);
    if (last) local.give(last);
  };
  const start = (): void => {
    try {
      worker = new Worker(url);
      worker.onmessage = ({ data }: MessageEvent<Answer>) => onAnswer(data);
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

function withoutWorker(onAnswer: (answer: Answer) => void): Laboratory {
  const compute = computer(onAnswer, () => new Promise(resolve => setTimeout(resolve)));
  const give = (work: Work) => void setTimeout(() => void compute(work));
  return { give, restart: () => {}, close: () => give({ kind: 'stop' }) };
}
