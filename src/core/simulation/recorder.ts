/** Keeps the books of a run, for either engine, and closes them into a `Run`. */
import { addCounts, coreCounts, noCounts, opCounts } from './counts';
import { bytesPerNet } from './creation';
import { Histogram } from './histogram';
import type { OpWork, Plan } from './plan';
import type { Batch, Contribution, Engine, Run } from './run';
import type { Scenario } from './scenario';
import { type Backlog, type Holder, Timeline } from './timeline';

const ONE = { repeats: 1, freed: 0 };

export class Recorder {
  created = 0;
  freed = 0;
  queued = 0;
  creationTime = 0;
  readonly latency = new Histogram();
  readonly creatorWait = new Histogram();
  /** Seconds of waiting for RTNL and of walking, by index of op. */
  readonly rtnlWait: Float64Array;
  readonly walks: Float64Array;
  #aliveSeconds = 0;
  #aliveSince = 0;
  readonly #timeline = new Timeline();
  readonly #held: Record<Holder, number> = { creators: 0, perNet: 0, batch: 0 };
  readonly #batches: Batch[] = [];
  #longest: { seconds: number; opId: string | undefined } = { seconds: 0, opId: undefined };
  #peak: Backlog = { alive: 0, queued: 0 };

  constructor(
    private readonly scenario: Scenario,
    private readonly plan: Plan,
  ) {
    this.rtnlWait = new Float64Array(plan.ops.length);
    this.walks = new Float64Array(plan.ops.length);
  }

  /** Namespaces allocated: created and not yet freed. */
  get alive(): number {
    return this.created - this.freed;
  }

  /** Namespaces allocated on average while creators ran. */
  get meanAlive(): number {
    return this.#aliveSeconds / Math.max(this.creationTime, Number.MIN_VALUE);
  }

  held(holder: Holder, from: number, to: number, share = 1): void {
    this.#timeline.held(holder, from, to, share);
    this.#held[holder] += share * (to - from);
  }

  /** The worker dropped RTNL after `seconds`; `op` had taken it. */
  hold(op: number, seconds: number): void {
    if (seconds > this.#longest.seconds) this.#longest = { seconds, opId: this.plan.ops[op]!.id };
  }

  backlog(time: number): void {
    const { alive, queued } = this;
    if (this.creationTime === 0 || time <= this.creationTime)
      this.#aliveSeconds += alive * (time - this.#aliveSince);
    this.#aliveSince = time;
    this.#timeline.backlog(time, { alive, queued });
    if (alive > this.#peak.alive) this.#peak = { ...this.#peak, alive };
    if (queued > this.#peak.queued) this.#peak = { ...this.#peak, queued };
  }

  /** The worker takes all that is queued. */
  takeBatch(): number {
    const batch = this.queued;
    this.queued = 0;
    return batch;
  }

  /**
   * A batch has ended, or several alike that follow each other.
   * @param freed namespaces of those other batches; they are freed already
   */
  batch({ start, end, size }: Batch, { repeats, freed }: { repeats: number; freed: number } = ONE): void {
    this.freed += size;
    const [time, each] = [(end - start) / repeats, (size + freed) / repeats];
    for (let index = 1; index < repeats; index += 1)
      this.#batches.push({ start: start + (index - 1) * time, end: start + index * time, size: each });
    this.#batches.push({ start: start + (repeats - 1) * time, end, size: each });
    this.backlog(end);
  }

  /** Mean size of the last `count` batches, and time from one to the next, seconds; null before there are so many. */
  lastBatches(count: number): { readonly size: number; readonly time: number } | null {
    const first = this.#batches.at(-count);
    if (!first) return null;
    const sum = this.#batches.slice(-count).reduce((total, { size }) => total + size, 0);
    return { size: sum / count, time: (this.#batches.at(-1)!.end - first.start) / count };
  }

  close(engine: Engine, drainTime: number, growth: number, steps: number): Run {
    const { scenario, plan } = this;
    const perNet = bytesPerNet(scenario);
    const contributions = plan.ops.map((op, index) => this.#contribution(op, index));
    return {
      engine,
      seed: scenario.seed,
      created: this.created,
      freed: this.freed,
      batches: this.#batches,
      counts: contributions.reduce((sum, { counts }) => addCounts(sum, counts), noCounts),
      contributions,
      creationTime: this.creationTime,
      drainTime,
      peak: this.#peak,
      timeline: this.#timeline.bins(drainTime),
      rtnl: { held: this.#held, longestHold: this.#longest, creatorWait: this.creatorWait.percentiles() },
      memory: { bytesPerNet: perNet, peakBytes: perNet * this.#peak.alive },
      creationLatency: this.latency.percentiles(),
      growth,
      steps,
    };
  }

  /** Counts and work are linear in batches and namespaces; only waits and walks depend on how the run went. */
  #contribution({ id, name, held, heldPerNet, free, freePerNet }: OpWork, index: number): Contribution {
    const batches = this.#batches.length;
    const nets = this.freed;
    const total = (pick: (work: { cpu: number; sleep: number }) => number) => ({
      held: batches * pick(held) + nets * pick(heldPerNet),
      free: batches * pick(free) + nets * pick(freePerNet),
    });
    const cpu = total(work => work.cpu);
    const sleep = total(work => work.sleep);
    return {
      id,
      name,
      counts: this.#counts(index),
      cpu: cpu.free,
      rtnlWait: this.rtnlWait[index]!,
      rtnlHold: cpu.held,
      waits: sleep.held + sleep.free,
      walks: this.walks[index]!,
    };
  }

  #counts(index: number) {
    const { program, workload } = this.scenario;
    const op = program.ops[index];
    const of = (batch: number) => (op ? opCounts(op, batch, workload) : coreCounts(program, batch, workload));
    const [one, two] = [of(1), of(2)];
    const perNet = addCounts(two, one, -1);
    const perBatch = addCounts(one, perNet, -1);
    return addCounts(addCounts(noCounts, perBatch, this.#batches.length), perNet, this.freed);
  }
}
