import type { Output } from './surroundings';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether to colour what goes to a stream: only on a terminal, unless FORCE_COLOR wants it anyway; never where
 * NO_COLOR is set. Sources: no-color.org, force-color.org.
 */
export function hasColour(
  { isTTY }: Pick<Output, 'isTTY'>,
  { NO_COLOR, FORCE_COLOR, TERM }: Environment,
): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY === true && TERM !== 'dumb';
}

/** How long a scan may take before it tells how far it is, in milliseconds. */
const PATIENCE = 1000;
/** Time between two updates of the line, in milliseconds. */
const INTERVAL = 100;

interface Progress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

/** One line on a terminal that is written over and over, and wiped in the end. */
export interface ProgressLine {
  show(progress: Progress): void;
  end(): void;
}

/** A progress line for a stream; a silent one where the stream is no terminal. */
export function progressLine(stream: Output, now: () => number): ProgressLine {
  if (stream.isTTY !== true) return { show: () => {}, end: () => {} };
  const start = now();
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show({ phase, done, total }) {
      const time = now();
      if (time - start < PATIENCE || time - shownAt < INTERVAL) return;
      shownAt = time;
      const count = done > 0 ? ` ${done} of ${total} (${Math.floor((100 * done) / total)} %)` : '';
      stream.write(`\r\x1b[K${`${phase}${count}`.slice(0, (stream.columns || 80) - 1)}`);
    },
    end() {
      if (shownAt !== Number.NEGATIVE_INFINITY) stream.write('\r\x1b[K');
    },
  };
}
