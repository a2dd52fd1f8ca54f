/** The stand-alone page in a real browser. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { standAlonePage } from '../../src/cli/verbs/simulate-page';
import type { TreeProgram } from '../../src/core/dismantle';
import { PRESETS } from '../../src/core/simulation';
import type { FromSimulation, SimulationStart } from '../../src/shared';
import { REPOSITORY } from '../support/repository';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Path of a browser that is installed; the tests of the page need one. */
export const BROWSER = process.env.CHROMIUM ?? BROWSERS.find(path => existsSync(path));

export interface Opening {
  readonly start?: Partial<SimulationStart>;
  readonly width?: number;
  readonly theme?: Theme;
  /** Behind the # of the address. */
  readonly hash?: string;
}

export const THEMES = {
  light: { colorScheme: 'light', contrast: 'no-preference' },
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  'high contrast': { colorScheme: 'dark', contrast: 'more' },
  'high contrast light': { colorScheme: 'light', contrast: 'more' },
} as const;
export type Theme = keyof typeof THEMES;

export interface Opened {
  readonly page: Page;
  /** What the browser complained about: errors, violations of the policy. */
  readonly complaints: readonly string[];
}

/** Builds the page before and closes the browser after the tests of a file. */
export function browserPages() {
  const home = mkdtempSync(join(tmpdir(), 'pernet-lens-page-'));
  const contexts: BrowserContext[] = [];
  let browser: Browser;
  beforeAll(async () => {
    const build = ['esbuild.mjs', '--outdir', join(home, 'dist')];
    const { status, stderr } = spawnSync(process.execPath, build, { cwd: REPOSITORY, encoding: 'utf8' });
    if (status !== 0) throw new Error(`no bundle: ${stderr}`);
    browser = await chromium.launch({ executablePath: BROWSER!, args: ['--no-sandbox'] });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(home, { recursive: true });
  });

  const part = (name: string): string => readFileSync(join(home, 'dist', name), 'utf8');
  return {
    /** Opens the page and waits for the first result. */
    async open({ start = {}, width = 1200, theme = 'dark', hash = '' }: Opening = {}): Promise<Opened> {
      const file = join(home, `page-${contexts.length}.html`);
      writeFileSync(file, pageOf(start, { script: part('webview.js'), style: part('webview.css') }));
      const context = await browser.newContext({ viewport: { width, height: 900 }, ...THEMES[theme] });
      contexts.push(context);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', message => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', ({ message }) => complaints.push(message));
      await page.goto(`file://${file}${hash}`);
      return { page, complaints };
    },
    /**
     * Opens the page as a VS Code webview would: script and style sheet from files, a nonce, messages instead of a start.
     * @param kept what getState() gives
     */
    async openInEditor(
      kept: unknown = undefined,
    ): Promise<Opened & { messages: () => Promise<FromSimulation[]> }> {
      const file = join(home, `panel-${contexts.length}.html`);
      const policy =
        "default-src 'none'; script-src 'nonce-quux'; style-src file:; img-src data: blob:; worker-src blob:";
      writeFileSync(
        file,
        `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}"><title>test</title>
<link rel="stylesheet" href="dist/webview.css"></head><body class="vscode-dark">
<script nonce="quux" src="dist/webview.js"></script></body></html>`,
      );
      const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
      contexts.push(context);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', message => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', ({ message }) => complaints.push(message));
      await page.addInitScript(state => {
        const posted: unknown[] = [];
        Object.assign(globalThis, {
          posted,
          acquireVsCodeApi: () => ({
            postMessage: (message: unknown) => posted.push(message),
            getState: () => state,
            setState: (next: unknown) => posted.push({ type: 'state', next }),
          }),
        });
      }, kept);
      await page.goto(`file://${file}`);
      const messages = () =>
        page.evaluate(() => (globalThis as unknown as { posted: FromSimulation[] }).posted);
      return { page, complaints, messages };
    },
    /** Violations of accessibility rules that are serious or critical, one line each. */
    async violations(page: Page): Promise<string[]> {
      // through the debugger: the policy of the page allows no script of ours
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: { run: () => Promise<AxeResult> } }).axe.run(),
      );
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
    },
  };
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

function pageOf(changes: Partial<SimulationStart>, parts: { script: string; style: string }): string {
  const [tree] = PRESETS;
  if (tree?.kind !== 'dismantle') throw new Error('the first preset is the tree');
  const before = changes.before ?? null;
  const empty = {
    title: 'test',
    before: before ?? tree.before({ ops: [] }),
    after: null,
    subject: [],
    changed: [],
    change: [],
    assumptions: [],
  };
  const html = standAlonePage(
    { question: empty, choice: changes.choice ?? null, calibration: changes.calibration ?? null },
    changes.tree === undefined ? TREE : changes.tree,
    { preset: tree, scenario: before ? 'file' : null, after: null },
    parts,
  );
  return html;
}

const treeOp = (name: string, ...effects: TreeProgram['ops'][number]['op']['effects']) => ({
  op: { id: `net/core/${name}.c:${name}_ops`, name: `${name}_ops`, effects },
  source: { file: `net/core/${name}.c`, line: 10 },
  paths: [{ slot: 'exit' as const, words: `rtnl per net: ${name}_exit > rtnl_lock` }],
});

/** What a host sends first. */
export const START: SimulationStart = {
  version: '0',
  tree: null,
  choice: null,
  preset: 'tree',
  before: null,
  after: null,
  calibration: null,
  hint: null,
  id: 'one',
  opensSource: true,
};

/** Two ops that pay per netns, one that does not. */
export const TREE: TreeProgram = {
  label: 'quux',
  slots: ['init', 'pre_exit', 'exit', 'exit_batch'],
  expedited: true,
  offered: null,
  ops: [
    treeOp(
      'quux',
      { kind: 'rtnl', slot: 'exit', per: 'net' },
      { kind: 'rcu-barrier', slot: 'exit', per: 'net' },
    ),
    treeOp('corge', { kind: 'rtnl', slot: 'exit', per: 'net' }),
    treeOp('grault', { kind: 'proc-teardown', slot: 'exit', per: 'net' }),
  ],
};
