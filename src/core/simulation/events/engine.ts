/** The event-exact engine: every lock visit and every wait is an event. The reference for `fluid`. */
import { creationCost } from '../creation';
import { Contention } from '../fluid/contention';
import { growthFactor } from '../growth';
import { planOf } from '../plan';
import { Recorder } from '../recorder';
import type { Run } from '../run';
import { netsOf, type Scenario } from '../scenario';
import type { Segment } from '../segments';
import { creator } from './creator';
import { Mutex } from './mutex';
import { Scheduler, type Task, taskOf } from './scheduler';
import { worker } from './worker';

/** A run that can be advanced bit by bit, so that a caller can show progress, stop, or answer messages between. */
export interface EventsRun {
  /** Handles up to `events` events. True when the run is over. */
  readonly advance: (events: number) => boolean;
  /** Namespaces freed so far, as a share of all, 0 to 1. */
  readonly progress: () => number;
  /** The result; only after `advance` returned true. */
  readonly result: () => Run;
}

export function startEvents(scenario: Scenario): EventsRun {
  const plan = planOf(scenario);
  const { machine, workload, jitter, seed } = scenario;
  const { prices } = machine;
  const nets = netsOf(workload);
  const books = new Recorder(scenario, plan);
  const scheduler = new Scheduler({ cpus: machine.cpus, jitter, seed });
  let current: Segment = plan.segments[0]!;
  let creators = workload.creators;
  let workerIdle = false;

  const rtnl = new Mutex(scheduler, prices.lockHandOff, {
    acquired: (task, seconds) => {
      if (task === cleaner) books.rtnlWait[current.op]! += seconds;
      else books.creatorWait.add(seconds);
    },
    released: (task, since) => {
      const holder = task !== cleaner ? 'creators' : current.turnsPerNet > 0 ? 'perNet' : 'batch';
      books.held(holder, since, scheduler.now);
      if (task === cleaner) books.hold(current.op, scheduler.now - since);
    },
  });
  const netMutex = machine.netMutexCpu === undefined ? undefined : new Mutex(scheduler, prices.lockHandOff);

  const release = (released: number) => {
    books.queued += released;
    if (workerIdle) {
      workerIdle = false;
      scheduler.wake(cleaner);
    }
  };
  const cleaner: Task = taskOf(
    worker(
      {
        scheduler,
        rtnl,
        netMutex,
        plan,
        takeBatch: () => books.takeBatch(),
        walkTime: gone => workload.entriesPerNet * (books.alive - gone) * prices.walkEntry,
        slowness: () => (creators > 0 ? 1 + prices.interference : 1),
        entered: segment => {
          current = segment;
        },
        walked: (segment, seconds) => {
          books.walks[segment.op]! += seconds;
        },
        freed: (size, start) => books.batch({ start, end: scheduler.now, size }),
      },
      () => cleaner,
      () => {
        workerIdle = true;
      },
    ),
  );

  const cost = creationCost(scenario);
  const startCreator = () => {
    let left = workload.iterations;
    const task: Task = taskOf(
      creator(
        {
          scheduler,
          rtnl,
          netMutex,
          cost,
          wanted: () => left > 0,
          created: started => {
            left -= 1;
            books.created += 1;
            books.latency.add(scheduler.now - started);
            if (workload.release === 'each') release(1);
            books.backlog(scheduler.now);
          },
          finished: () => {
            creators -= 1;
            if (creators > 0) return;
            books.creationTime = scheduler.now;
            if (workload.release === 'together') release(nets);
          },
        },
        () => task,
      ),
    );
    return task;
  };
  scheduler.wake(cleaner);
  for (let index = 0; index < workload.creators; index += 1) scheduler.wake(startCreator());

  let over = false;
  return {
    advance: events => {
      for (let left = events; left > 0 && !over; left -= 1) over = !scheduler.advance();
      return over;
    },
    progress: () => books.freed / nets,
    result: () => {
      const fill = workload.entriesPerNet * books.meanAlive * prices.walkEntry;
      const growth = growthFactor(plan, scenario, new Contention(scenario), fill);
      return books.close('events', scheduler.now, growth, scheduler.events);
    },
  };
}
