/** A mutex with a FIFO of waiters: RTNL, and net_mutex in kernels that had it. */
import type { Scheduler, Task } from './scheduler';

export interface MutexWatch {
  /** Somebody got the lock after waiting `seconds` (0 when it was free). */
  readonly acquired?: (task: Task, seconds: number) => void;
  /** Somebody held the lock from `since` until now. */
  readonly released?: (task: Task, since: number) => void;
}

export class Mutex {
  #owner: Task | undefined;
  #since = 0;
  #waiters: Task[] = [];
  #first = 0;
  readonly #scheduler: Scheduler;
  readonly #handOff: number;
  readonly #watch: MutexWatch;

  /** @param handOff seconds from unlock until a sleeping waiter runs */
  constructor(scheduler: Scheduler, handOff: number, watch: MutexWatch = {}) {
    this.#scheduler = scheduler;
    this.#handOff = handOff;
    this.#watch = watch;
  }

  /** True when the task owns the lock at once; otherwise it must yield, and owns it when it goes on. */
  acquire(task: Task): boolean {
    if (this.#owner) {
      task.waitingSince = this.#scheduler.now;
      this.#waiters.push(task);
      return false;
    }
    this.#give(task, 0);
    return true;
  }

  release(): void {
    this.#watch.released?.(this.#owner!, this.#since);
    this.#owner = undefined;
    if (this.#first === this.#waiters.length) return;
    const next = this.#waiters[this.#first]!;
    this.#first += 1;
    if (2 * this.#first > this.#waiters.length) {
      this.#waiters = this.#waiters.slice(this.#first);
      this.#first = 0;
    }
    this.#give(next, this.#scheduler.now - next.waitingSince);
    if (this.#handOff > 0) this.#scheduler.sleep(next, this.#handOff);
    else this.#scheduler.wake(next);
  }

  #give(task: Task, waited: number): void {
    this.#owner = task;
    this.#since = this.#scheduler.now;
    this.#watch.acquired?.(task, waited);
  }
}
