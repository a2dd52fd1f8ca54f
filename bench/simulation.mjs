/**
 * Speed of the simulation: `node bench/simulation.mjs`.
 * - both engines on 100,000 netns × 150 ops, eight of which take RTNL per netns, and their ratio (asked: 20 or more);
 * - 100 replications;
 * - in the page, if a browser is there ($CHROMIUM, else the usual places): from an input event until the frame with the
 *   new numbers is painted (asked: 50 ms or less), and memory after 1,000 recomputations.
 * The figures depend on the machine; ratios travel better than milliseconds.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
const NETS = 100_000;
const OPS = 150;
const TAKING_RTNL = 8;
const REPLICATIONS = 100;
const RECOMPUTATIONS = 1000;
const CHANGES = 40;
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const home = mkdtempSync(join(tmpdir(), 'pernet-lens-bench-'));

async function run() {
  const simulation = await bundled('src/core/simulation/index.ts', 'simulation.cjs');
  const scenario = {
    name: `${NETS} × ${OPS}`,
    workload: { ...simulation.plainWorkload, iterations: NETS / simulation.plainWorkload.creators },
    machine: simulation.defaultMachine,
    program: { ops: ops() },
    jitter: 0.3,
    seed: 1,
  };
  const batched = scenario.program.ops.map(op => ({
    ...op,
    effects: op.effects.map(effect =>
      effect.kind === 'rtnl' ? { ...effect, slot: 'exit_batch', per: 'batch' } : effect,
    ),
  }));
  const after = { ...scenario, program: { ops: batched } };
  const cache = new Map();
  simulation.runOf(scenario, { cache });
  const fluid = median(20, () => simulation.runOf(scenario, { cache }));
  const cold = median(5, () => simulation.runOf(scenario));
  const events = median(3, () => simulation.runOf(scenario, { engine: 'events' }));
  const bands = median(1, () => {
    const replications = simulation.startReplications(scenario, { replications: REPLICATIONS });
    while (!replications.advance());
    replications.result();
  });
  report([
    [
      'load of the machine, runnable tasks on CPUs',
      `${loadavg()[0].toFixed(1)} on ${availableParallelism()}`,
    ],
    ['events, one run', ms(events)],
    ['fluid, first run of its sort', ms(cold)],
    ['fluid, the next', ms(fluid)],
    [
      'fluid, before and after, CPU',
      ms(cpuOf(20, () => [scenario, after].map(each => simulation.runOf(each, { cache })))),
    ],
    ['events : fluid, first run', `${(events / cold).toFixed(0)} : 1`],
    ['events : fluid', `${(events / fluid).toFixed(0)} : 1`],
    ['fluid runs per second', (1000 / fluid).toFixed(0)],
    [`${REPLICATIONS} replications`, ms(bands)],
  ]);
  const browser = process.env.CHROMIUM ?? BROWSERS.find(path => existsSync(path));
  if (browser) report(await inPage(browser));
  else console.log('no browser found: the page is not measured ($CHROMIUM names one)');
}

function ops() {
  return Array.from({ length: OPS }, (_, index) => ({
    id: `op${index}`,
    name: `op${index}_net_ops`,
    effects:
      index % Math.floor(OPS / TAKING_RTNL) === 0
        ? [{ kind: 'rtnl', slot: 'exit', per: 'net' }]
        : [{ kind: 'proc-teardown', slot: 'exit', per: 'net' }],
  }));
}

/** The page with that load: sliders are moved, and the time until the numbers have changed is taken in the page. */
async function inPage(executablePath) {
  const { chromium } = createRequire(import.meta.url)('playwright-core');
  const dist = join(home, 'dist');
  const { status, stderr } = spawnSync(process.execPath, ['esbuild.mjs', '--outdir', dist], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const { standAlonePage } = await bundled('src/cli/verbs/simulate-page.ts', 'page.cjs');
  const { PRESETS } = await bundled('src/core/simulation/index.ts', 'simulation.cjs');
  const before = PRESETS[0].before({ ops: [] });
  const tree = {
    label: 'bench',
    slots: ['init', 'pre_exit', 'exit', 'exit_batch'],
    expedited: false,
    ops: ops().map(op => ({ op, source: { file: `net/core/${op.id}.c`, line: 1 }, paths: [] })),
  };
  const question = {
    title: 'bench',
    before,
    after: null,
    subject: [],
    changed: [],
    change: [],
    assumptions: [],
  };
  const parts = {
    script: readFileSync(join(dist, 'webview.js'), 'utf8'),
    style: readFileSync(join(dist, 'webview.css'), 'utf8'),
  };
  const start = { preset: PRESETS[0], scenario: null, after: null };
  writeFileSync(
    join(home, 'page.html'),
    standAlonePage({ question, choice: null, calibration: null }, tree, start, parts),
  );

  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const setting = {
      format: 1,
      preset: 'tree',
      changes: { 'workload.iterations': NETS / 10 },
      seed: 1,
      pinned: [],
    };
    await page.goto(`file://${join(home, 'page.html')}#${encodeURIComponent(JSON.stringify(setting))}`);
    await page.waitForSelector('.sensitivity .picture svg', { timeout: 120_000 });
    const debug = await page.context().newCDPSession(page);
    // ticks of the thread: what it computed, not how long it waited for a CPU of a loaded machine
    await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
    const tasks = async () =>
      (await debug.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value *
      1000;
    const load = loadavg()[0].toFixed(1);
    const busyBefore = await tasks();
    // fast creation: few large batches; slow creation: the worker keeps up, in thousands of small ones
    const slider = { times: CHANGES, label: 'creation CPU', rest: 30 };
    const growing = await page.evaluate(moveSlider, { ...slider, from: 300, to: 420 });
    const busy = ((await tasks()) - busyBefore) / CHANGES;
    const settling = await page.evaluate(moveSlider, { ...slider, from: 460, to: 600 });
    const heap = () =>
      page.evaluate(() => {
        globalThis.gc?.();
        return performance.memory.usedJSHeapSize;
      });
    const first = await heap();
    await page.evaluate(moveSlider, {
      times: RECOMPUTATIONS,
      label: 'creators',
      rest: 0,
      from: 300,
      to: 600,
    });
    const last = await heap();
    return [
      ['load of the machine while the page is measured', load],
      ['page: input to repaint, median and 95 %', medianAnd95(growing)],
      ['the same where thousands of small batches come', medianAnd95(settling)],
      ['page: CPU of its thread for a change, all parts', ms(busy)],
      [`page: heap before, after ${RECOMPUTATIONS} recomputations`, `${mb(first)}, ${mb(last)}`],
    ];
  } finally {
    await browser.close();
  }
}

/** Runs in the page. Milliseconds from each input until the first frame with the new result is painted. */
async function moveSlider({ times, label, rest, from: low, to: high }) {
  const slider = [...document.querySelectorAll('input[type=range]')].find(each =>
    each.ariaLabel.startsWith(label),
  );
  const shown = () =>
    new Promise(resolve => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body, { attributes: true, attributeFilter: ['data-shown'] });
    });
  const { port1, port2 } = new MessageChannel();
  /** The next task after the frame: style, layout and paint are over. */
  const painted = () =>
    new Promise(resolve => {
      port1.onmessage = resolve;
      requestAnimationFrame(() => port2.postMessage(null));
    });
  const taken = [];
  for (let index = 0; index < times; index += 1) {
    const result = shown();
    const from = performance.now();
    slider.value = String(low + ((index * 37) % (high - low)));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await result;
    await painted();
    taken.push(performance.now() - from);
    if (rest > 0) await new Promise(resolve => setTimeout(resolve, rest));
  }
  return taken;
}

async function bundled(entry, name) {
  const outfile = join(home, name);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  return createRequire(import.meta.url)(outfile);
}

function median(times, work) {
  const taken = Array.from({ length: times }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return taken.sort((a, b) => a - b)[times >> 1];
}

/** Milliseconds of CPU, of all threads: what a loaded machine does not stretch. */
function cpuOf(times, work) {
  const from = process.cpuUsage();
  for (let index = 0; index < times; index += 1) work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000 / times;
}

function medianAnd95(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return `${ms(sorted[sorted.length >> 1])}, ${ms(sorted[Math.floor(0.95 * sorted.length)])}`;
}

const ms = value => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const mb = value => `${(value / 1e6).toFixed(1)} MB`;

function report(rows) {
  for (const [what, value] of rows) console.log(`${what.padEnd(52)}${value}`);
}

try {
  await run();
} finally {
  rmSync(home, { recursive: true });
}
