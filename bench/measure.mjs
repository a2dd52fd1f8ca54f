import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a program says of its own peak memory when it ends, threads included; Node knows it as getrusage does. */
const PRELOAD = `process.on('exit', () => {
  if (require('node:worker_threads').isMainThread)
    require('node:fs').writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS));
});`;

const preload = join(tmpdir(), `pernet-lens-peak-${process.pid}.cjs`);
const peakFile = `${preload}.txt`;
writeFileSync(preload, PRELOAD);
process.on('exit', () => {
  for (const file of [preload, peakFile]) rmSync(file, { force: true });
});

/** Megabytes: the most memory that any program of Node measured so far has used. */
let highest = 0;
export const highestPeak = () => highest;

/**
 * Runs a command and answers how long it took.
 * @param good exit codes that are no failure
 * @returns seconds and stdout
 */
export function measure([program, ...argv], { cwd, good = [0] }) {
  const env = { ...process.env, NODE_OPTIONS: `--require ${preload}`, PEAK_FILE: peakFile };
  rmSync(peakFile, { force: true });
  const start = performance.now();
  const { status, stdout, stderr, error } = spawnSync(program, argv, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: program === process.execPath ? env : process.env,
  });
  const seconds = (performance.now() - start) / 1000;
  if (error || !good.includes(status))
    throw new Error(`${program} ${argv.join(' ')} ended with ${error?.message ?? status}: ${stderr}`);
  if (existsSync(peakFile)) highest = Math.max(highest, Number(readFileSync(peakFile, 'utf8')) / 1024);
  return { seconds, stdout };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
