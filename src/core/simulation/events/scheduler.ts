/**
 * Simulated time: tasks burn CPU on shared processors or sleep. Runnable tasks share the CPUs equally (processor
 * sharing), by the virtual-clock method: V advances at the rate every runnable task gets, and a task that needs
 * s seconds of CPU is done when V has grown by s.
 */
import { jittered, type Random, randomOf } from '../random';
import { Heap } from './heap';

/** A task is a generator that yields whenever it has asked to wait. */
export interface Task {
  readonly step: Iterator<void, void>;
  /** Since when it has waited for a lock, seconds. */
  waitingSince: number;
}

export const taskOf = (step: Iterator<void, void>): Task => ({ step, waitingSince: 0 });

export class Scheduler {
  /** Simulated time, seconds. */
  now = 0;
  /** Events handled so far. */
  events = 0;
  readonly random: Random;
  readonly #onCpu = new Heap<Task>();
  readonly #asleep = new Heap<Task>();
  readonly #cpus: number;
  readonly #jitter: number;
  #ready: Task[] = [];
  #virtual = 0;

  constructor(options: { readonly cpus: number; readonly jitter: number; readonly seed: number }) {
    this.#cpus = options.cpus;
    this.#jitter = options.jitter;
    this.random = randomOf(options.seed);
  }

  /** The task needs `seconds` of CPU; it must yield next. `parts`: independent costs that this is the sum of. */
  burn(task: Task, seconds: number, parts = 1): void {
    this.#onCpu.push(this.#virtual + jittered(seconds, this.#jitter, this.random, parts), task);
  }

  /** The task sleeps; it must yield next. */
  sleep(task: Task, seconds: number, parts = 1): void {
    this.#asleep.push(this.now + jittered(seconds, this.#jitter, this.random, parts), task);
  }

  /** The task goes on at this instant, after those already ready. */
  wake(task: Task): void {
    this.#ready.push(task);
  }

  /** Handles one instant: lets every ready task go on, then moves the clock. False when nothing is left to happen. */
  advance(): boolean {
    if (this.#ready.length > 0) {
      for (const task of this.#ready) task.step.next();
      this.#ready.length = 0;
    }
    const { size, next: due } = this.#onCpu;
    const speed = size <= this.#cpus ? 1 : this.#cpus / size;
    const cpuDone = size > 0 ? this.now + Math.max(0, due - this.#virtual) / speed : Infinity;
    const wakeUp = this.#asleep.next;
    const next = Math.min(cpuDone, wakeUp);
    if (next === Infinity) return false;
    this.events += 1;
    this.#virtual =
      cpuDone <= wakeUp ? Math.max(this.#virtual, due) : this.#virtual + (next - this.now) * speed;
    this.now = next;
    (cpuDone <= wakeUp ? this.#onCpu : this.#asleep).pop().step.next();
    return true;
  }
}
