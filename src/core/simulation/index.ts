/** The simulated dismantle: what callers may use. Pure: no clock, no files, one seed. */
export { type Calibration, calibrate, readCalibration } from './calibration';
export type { Checked, Problem } from './checks';
export { type Comparison, compareRuns } from './compare';
export { addCounts, type Counts, countBatch, noCounts, opCounts } from './counts';
export { estimateRun, type RunEstimate } from './estimate';
export { type EventsRun, startEvents } from './events/engine';
export type { Experiment, ExperimentId } from './experiments';
export {
  EFFECT_FIELDS,
  MACHINE_FIELDS,
  type NumberField,
  PRICE_FIELDS,
  RUN_FIELDS,
  WORKLOAD_FIELDS,
} from './fields';
export type { RateCache } from './fluid/contention';
export { type BatchCost, batchCost, batchTime } from './growth';
export type { Percentiles } from './histogram';
export type { LookupCost, LookupPoint } from './lookup';
export { type OpPrice, opPrice } from './op-price';
export { type Plan, planOf } from './plan';
export { type DismantlePreset, type LookupPreset, PRESETS, type Preset } from './presets';
export {
  builtInPrices,
  PRICE_NAMES,
  PRICES,
  type Price,
  type PriceName,
  type Prices,
} from './prices';
export {
  EFFECT_KINDS,
  type EffectKind,
  MULTIPLICITIES,
  type Op,
  type OpEffect,
  type Per,
  type Program,
  SLOTS,
  type Slot,
} from './program';
export {
  type Band,
  type Bands,
  type ReplicateOptions,
  type Replications,
  startReplications,
  VARIED,
  type Varied,
} from './replicate';
export type { Batch, Contribution, Engine, Run } from './run';
export {
  defaultMachine,
  type Machine,
  plainWorkload,
  type Scenario,
  type Workload,
} from './scenario';
export { type Sensitivity, startSensitivity } from './sensitivity';
export { runOf, type SimulateOptions, type Simulation } from './simulate';
export type { Backlog, Holder, TimelineBin } from './timeline';
export { readScenario } from './validate';
export { type Verdict, verdictOf } from './verdict';
