/** A creator: a shell that makes one namespace after the other. */
import type { CreationCost } from '../creation';
import type { Mutex } from './mutex';
import type { Scheduler, Task } from './scheduler';

export interface CreatorWorld {
  readonly scheduler: Scheduler;
  readonly rtnl: Mutex;
  readonly netMutex: Mutex | undefined;
  readonly cost: CreationCost;
  /** True while the creator should make another one. */
  readonly wanted: () => boolean;
  /** A namespace exists; its creation began at `started` (seconds). */
  readonly created: (started: number) => void;
  /** The creator has made its last. */
  readonly finished: () => void;
}

/**
 * z of CPU split around the RTNL visits, then sleep. Before 4.17 all visits and part of the CPU were under net_mutex.
 * Yields exactly where the task waits; `self` returns the task that runs this generator.
 */
export function* creator(world: CreatorWorld, self: () => Task): Generator<void, void> {
  const { scheduler, rtnl, netMutex, cost } = world;
  const me = self();
  while (world.wanted()) {
    const started = scheduler.now;
    scheduler.burn(me, cost.cpuPiece);
    yield;
    if (netMutex) {
      if (!netMutex.acquire(me)) yield;
      scheduler.burn(me, cost.exclusive ?? 0);
      yield;
    }
    for (let visit = 0; visit < cost.visits; visit += 1) {
      if (!rtnl.acquire(me)) yield;
      scheduler.burn(me, cost.hold);
      yield;
      rtnl.release();
      scheduler.burn(me, cost.cpuPiece);
      yield;
    }
    netMutex?.release();
    if (cost.sleep > 0) {
      scheduler.sleep(me, cost.sleep);
      yield;
    }
    world.created(started);
  }
  world.finished();
}
