/**
 * Rates of one state of contention, measured by running the event-exact parts for a short window: creators and a
 * worker that does one thing for ever. This replaces queueing formulas, which overestimate the queues of
 * near-constant holds.
 */
import { aloneTime, type CreationCost, creationCost } from '../creation';
import { creator } from '../events/creator';
import { Mutex } from '../events/mutex';
import { Scheduler, type Task, taskOf } from '../events/scheduler';
import type { Scenario } from '../scenario';

/** What the worker is at: waiting, computing without RTNL, or taking RTNL again and again. Times in seconds. */
export type Activity = { readonly kind: 'asleep' } | { readonly kind: 'working' } | Visiting;

export interface Visiting {
  readonly kind: 'visiting';
  readonly heldCpu: number;
  readonly heldSleep: number;
  readonly freeCpu: number;
  readonly freeSleep: number;
}

export interface Rates {
  /** Namespaces created per second. */
  readonly creation: number;
  /** Turns of the visiting worker per second; 0 otherwise. */
  readonly turns: number;
  /** Seconds that a second of worker CPU takes, ≥ 1. */
  readonly stretch: number;
  /** Share of time that creators hold RTNL. */
  readonly creatorShare: number;
  /** Seconds that the visiting worker waits for RTNL in one turn; otherwise what a newcomer would wait. */
  readonly wait: number;
  /** The same for net_mutex. */
  readonly netMutexWait: number;
  /** Evenly spaced quantiles of the time of a creation and of one wait of a creator for RTNL, seconds. */
  readonly latencies: readonly number[];
  readonly waits: readonly number[];
}

const WARM_UP = { events: 1000, perCreator: 40 };
const WINDOW = { events: 4000, perCreator: 40 };
const QUANTILES = 20;
/** A computing worker is watched in pieces of this share of a creation. */
const PIECE = 0.1;
/** Fewer visits than this in the window say nothing about a rate. */
const FEW = 10;

export function probe(scenario: Scenario, activity: Activity): Rates {
  const { machine, workload, jitter, seed } = scenario;
  const cost = creationCost(scenario);
  const alone = aloneTime(cost);
  const scheduler = new Scheduler({ cpus: machine.cpus, jitter, seed });
  let seen = fresh();
  const watch = {
    acquired: (task: Task, seconds: number) => {
      if (task === cleaner) seen.workerWait += seconds;
      else seen.waits.push(seconds);
    },
    released: (task: Task, since: number) => {
      if (task !== cleaner) seen.creatorHeld += scheduler.now - since;
    },
  };
  const rtnl = new Mutex(scheduler, machine.prices.lockHandOff, watch);
  const netMutex =
    cost.exclusive === undefined
      ? undefined
      : new Mutex(scheduler, machine.prices.lockHandOff, {
          acquired: (_, seconds) => seen.netMutexWaits.push(seconds),
        });
  const cleaner: Task = taskOf(
    endless(
      scheduler,
      rtnl,
      activity,
      PIECE * alone,
      () => cleaner,
      () => (seen.turns += 1),
    ),
  );
  for (let index = 0; index < workload.creators; index += 1) {
    const task: Task = taskOf(
      creator(
        {
          scheduler,
          rtnl,
          netMutex,
          cost,
          wanted: () => true,
          created: started => seen.latencies.push(scheduler.now - started),
          finished: () => {},
        },
        () => task,
      ),
    );
    scheduler.sleep(task, scheduler.random.uniform() * alone);
  }
  if (activity.kind !== 'asleep') scheduler.wake(cleaner);
  run(scheduler, WARM_UP.events + WARM_UP.perCreator * workload.creators);
  seen = fresh();
  const from = scheduler.now;
  run(scheduler, WINDOW.events + WINDOW.perCreator * workload.creators);
  const time = scheduler.now - from;

  return ratesOf(seen, time, { cost, activity, creators: workload.creators });
}

interface Watched {
  readonly cost: CreationCost;
  readonly activity: Activity;
  readonly creators: number;
}

/** @param time length of the window, seconds */
function ratesOf(seen: Seen, time: number, { cost, activity, creators }: Watched): Rates {
  const alone = aloneTime(cost);
  const made = cost.visits > 0 ? seen.waits.length / cost.visits : seen.latencies.length;
  const turns = Math.max(1, seen.turns) / time;
  const visiting = activity.kind === 'visiting';
  const held = visiting ? activity.heldCpu + activity.heldSleep : 0;
  /** Creators too slow to be seen in the window: each visit finds the lock taken now and then. */
  const undisturbed = creators / (alone + (cost.visits * turns * held * held) / 2);
  return {
    creation: seen.waits.length + seen.latencies.length > FEW ? made / time : undisturbed,
    turns: visiting ? turns : 0,
    stretch: activity.kind === 'working' ? Math.max(1, 1 / (turns * PIECE * alone)) : 1,
    creatorShare: Math.min(1, seen.creatorHeld / time),
    wait: visiting ? seen.workerWait / Math.max(1, seen.turns) : mean(seen.waits),
    netMutexWait: mean(seen.netMutexWaits),
    latencies: quantiles(seen.latencies.length > FEW ? seen.latencies : [creators / undisturbed]),
    waits: quantiles(seen.waits),
  };
}

/** What happened in the window. */
interface Seen {
  turns: number;
  workerWait: number;
  creatorHeld: number;
  readonly waits: number[];
  readonly netMutexWaits: number[];
  readonly latencies: number[];
}

const fresh = (): Seen => ({
  turns: 0,
  workerWait: 0,
  creatorHeld: 0,
  waits: [],
  netMutexWaits: [],
  latencies: [],
});

function run(scheduler: Scheduler, events: number): void {
  for (let left = events; left > 0; left -= 1) scheduler.advance();
}

/** A worker that computes, or visits RTNL, for ever. */
function* endless(
  scheduler: Scheduler,
  rtnl: Mutex,
  activity: Activity,
  piece: number,
  self: () => Task,
  turned: () => void,
): Generator<void, void> {
  const me = self();
  for (;;) {
    if (activity.kind !== 'visiting') {
      scheduler.burn(me, piece);
      yield;
    } else {
      if (!rtnl.acquire(me)) yield;
      scheduler.burn(me, activity.heldCpu);
      yield;
      if (activity.heldSleep > 0) {
        scheduler.sleep(me, activity.heldSleep);
        yield;
      }
      rtnl.release();
      if (activity.freeCpu > 0) {
        scheduler.burn(me, activity.freeCpu);
        yield;
      }
      if (activity.freeSleep > 0) {
        scheduler.sleep(me, activity.freeSleep);
        yield;
      }
    }
    turned();
  }
}

const mean = (values: readonly number[]): number =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;

/** Mid-points of equal shares of the sorted values. */
function quantiles(values: readonly number[]): number[] {
  if (values.length === 0) return [];
  const sorted = Float64Array.from(values).sort();
  return Array.from(
    { length: QUANTILES },
    (_, index) => sorted[Math.floor(((index + 0.5) / QUANTILES) * sorted.length)]!,
  );
}
