/** The netns worker: takes whatever is on the cleanup list as one batch and runs the plan over it. */
import type { Plan } from '../plan';
import type { Segment } from '../segments';
import { steadyCpu, type Work } from '../work';
import type { Mutex } from './mutex';
import type { Scheduler, Task } from './scheduler';

export interface WorkerWorld {
  readonly scheduler: Scheduler;
  readonly rtnl: Mutex;
  readonly netMutex: Mutex | undefined;
  readonly plan: Plan;
  /** Takes all released namespaces off the list; 0 when there are none. */
  readonly takeBatch: () => number;
  /** CPU of one walk over all entries, the first `gone` namespaces of the batch being unhashed already; seconds. */
  readonly walkTime: (gone: number) => number;
  /** Factor on the worker's CPU: 1, more while creators run. */
  readonly slowness: () => number;
  /** The segment that begins, and the work on walks it does, seconds. */
  readonly entered: (segment: Segment) => void;
  readonly walked: (segment: Segment, seconds: number) => void;
  readonly freed: (batch: number, started: number) => void;
}

/** Yields where the worker waits, and once more when the list is empty: then it wants to be woken. */
export function* worker(world: WorkerWorld, self: () => Task, idle: () => void): Generator<void, void> {
  const { scheduler, netMutex, plan } = world;
  const me = self();
  const last = plan.segments.length - 1;
  for (;;) {
    const batch = world.takeBatch();
    if (batch === 0) {
      idle();
      yield;
      continue;
    }
    const started = scheduler.now;
    if (netMutex && !netMutex.acquire(me)) yield;
    for (const [index, segment] of plan.segments.entries()) {
      if (netMutex && index === last) netMutex.release();
      world.entered(segment);
      yield* runSegment(world, me, segment, batch);
    }
    world.freed(batch, started);
  }
}

function* runSegment(world: WorkerWorld, me: Task, segment: Segment, batch: number): Generator<void, void> {
  const { scheduler, rtnl } = world;
  const { turnsPerNet, takes, releases } = segment;
  const turns = turnsPerNet > 0 ? turnsPerNet * batch : segment.turnsPerBatch;
  const nets = turnsPerNet > 0 ? 0 : batch;

  const cost = (fixed: Work, perNet: Work, turn: number) => {
    const gone = turnsPerNet > 0 ? turn / turnsPerNet : 0;
    const walks = fixed.walks > 0 || perNet.walks > 0;
    const walking = walks
      ? fixed.walks * world.walkTime(gone) + perNet.walks * nets * world.walkTime((nets - 1) / 2)
      : 0;
    if (walks) world.walked(segment, walking);
    return {
      cpu: (steadyCpu(fixed) + nets * steadyCpu(perNet) + walking) * world.slowness(),
      sleep: fixed.sleep + nets * perNet.sleep,
    };
  };
  const parts = Math.max(1, nets);
  for (let turn = 0; turn < turns; turn += 1) {
    if (takes && !rtnl.acquire(me)) yield;
    const held = cost(segment.held, segment.heldPerNet, turn);
    if (held.cpu > 0) {
      scheduler.burn(me, held.cpu, parts);
      yield;
    }
    if (held.sleep > 0) {
      scheduler.sleep(me, held.sleep, parts);
      yield;
    }
    if (releases) rtnl.release();
    const free = cost(segment.free, segment.freePerNet, turn);
    if (free.cpu > 0) {
      scheduler.burn(me, free.cpu, parts);
      yield;
    }
    if (free.sleep > 0) {
      scheduler.sleep(me, free.sleep, parts);
      yield;
    }
  }
}
