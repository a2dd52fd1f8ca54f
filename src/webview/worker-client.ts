/** Starts the worker, and hands work to it. */
import WORKER_SOURCE from 'worker-source';
import { computer } from './compute';
import type { Answer, Work } from './work';

export interface Laboratory {
  readonly give: (work: Work) => void;
  readonly close: () => void;
}

/**
 * A worker from a blob, which is what a webview and a file: page both allow. Where workers are forbidden the same code
 * runs between two frames of the page.
 */
export function openLaboratory(onAnswer: (answer: Answer) => void): Laboratory {
  try {
    const url = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: 'text/javascript' }));
    const worker = new Worker(url);
    let local: Laboratory | undefined;
    let last: Work | undefined;
    worker.onmessage = ({ data }: MessageEvent<Answer>) => onAnswer(data);
    // a policy that forbids workers speaks up only after the constructor
    worker.onerror = event => {
      event.preventDefault();
      local ??= withoutWorker(onAnswer);
      if (last) local.give(last);
    };
    return {
      give: work => {
        last = work;
        if (local) local.give(work);
        else worker.postMessage(work);
      },
      close: () => {
        worker.terminate();
        URL.revokeObjectURL(url);
        local?.close();
      },
    };
  } catch {
    return withoutWorker(onAnswer);
  }
}

function withoutWorker(onAnswer: (answer: Answer) => void): Laboratory {
  const compute = computer(onAnswer, () => new Promise(resolve => setTimeout(resolve)));
  const give = (work: Work) => void setTimeout(() => void compute(work));
  return { give, close: () => give({ kind: 'stop' }) };
}
