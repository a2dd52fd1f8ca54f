import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { vi } from 'vitest';
import { REPOSITORY } from '../support/repository';
import { CHROMIUM, installedServer } from './install';
import { PATIENCE, Workbench } from './workbench';

/** Nothing of VS Code's own that moves, asks or adds to menus. */
const SETTINGS = {
  'chat.disableAIFeatures': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'editor.accessibilitySupport': 'off',
  'git.enabled': false,
  'workbench.editor.enablePreview': false,
  'files.autoSave': 'off',
};

const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A VS Code with our .vsix and nothing else, its window in a browser. */
export class VsCode {
  readonly version: string;
  readonly #folder: string;
  readonly #server: ChildProcess;
  readonly #browser: Browser;
  readonly #url: string;

  private constructor(version: string, folder: string, server: ChildProcess, browser: Browser, url: string) {
    this.version = version;
    this.#folder = folder;
    this.#server = server;
    this.#browser = browser;
    this.#url = url;
  }

  /** @param vsix the packed extension */
  static async start(version: string, vsix: string): Promise<VsCode> {
    const command = installedServer(version);
    const folder = mkdtempSync(join(tmpdir(), 'pernet-lens-e2e-'));
    const user = join(folder, 'user/User');
    mkdirSync(user, { recursive: true });
    writeFileSync(join(user, 'settings.json'), JSON.stringify(SETTINGS));
    // pictures and logs of failures that are over
    rmSync(join(REPOSITORY, '.cache/e2e', version), { recursive: true, force: true });
    const folders = ['extensions', 'user', 'server'].map(name => join(folder, name));
    const [extensions, userData, serverData] = folders as [string, string, string];
    const args = [
      '--extensions-dir',
      extensions,
      '--user-data-dir',
      userData,
      '--server-data-dir',
      serverData,
    ];
    // nothing remembered from earlier runs: caches, too, begin empty
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
    const installed = spawnSync(command, [...args, '--install-extension', vsix, '--force'], {
      env,
      encoding: 'utf8',
    });
    if (installed.status !== 0)
      throw new Error(`the .vsix does not install: ${installed.stdout}${installed.stderr}`);

    const port = await freePort();
    const server = spawn(
      command,
      [
        ...['--host', '127.0.0.1', '--port', `${port}`, '--without-connection-token'],
        ...['--accept-server-license-terms', '--telemetry-level', 'off', '--disable-workspace-trust'],
        ...['--disable-getting-started-override'],
        ...args,
      ],
      { env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    await listening(server);
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_FLAGS });
    return new VsCode(version, folder, server, browser, `http://127.0.0.1:${port}/`);
  }

  /** A window on a folder, or on a .code-workspace file. @param path absolute */
  async open(path: string): Promise<Workbench> {
    const page = await this.#browser.newPage({ viewport: { width: 1280, height: 800 } });
    const what = path.endsWith('.code-workspace') ? 'workspace' : 'folder';
    const url = `${this.#url}?${what}=${encodeURIComponent(path)}`;
    const pictures = join(REPOSITORY, '.cache/e2e', this.version);
    // on a busy machine the workbench may look for a workspace before it can read any file, and shows it empty
    for (const patience of [PATIENCE / 4, PATIENCE / 2, PATIENCE]) {
      await page.goto(url);
      const window = await Workbench.of(page, pictures, patience);
      if (window) return window;
    }
    const picture = join(pictures, `failed, opening ${basename(path)}.png`);
    await page.screenshot({ path: picture });
    throw new Error(`${path} does not open, see ${picture}; the log:\n${this.log()}`);
  }

  /** A copy of files to work in. @param pick which of the paths below `from` to copy */
  workspace(name: string, from: string, pick: (path: string) => boolean = () => true): string {
    const folder = join(this.#folder, 'workspaces', name);
    cpSync(from, folder, {
      recursive: true,
      filter: source => source === from || pick(source.slice(from.length + 1)),
    });
    return folder;
  }

  /** What our extension wrote to its log, in all windows so far. */
  log(): string {
    return ['user/logs', 'server']
      .map(name => join(this.#folder, name))
      .filter(root => existsSync(root))
      .flatMap(root => readdirSync(root, { recursive: true, encoding: 'utf8' }).map(file => join(root, file)))
      .filter(file => file.endsWith('Pernet Lens.log'))
      .map(file => readFileSync(file, 'utf8'))
      .join('');
  }

  /** Waits until the log says something that it did not say before. @param before the log as it was */
  async logged(pattern: RegExp, before = ''): Promise<void> {
    await vi.waitFor(
      () => {
        const since = this.log().slice(before.length);
        if (!pattern.test(since)) throw new Error(`the log does not say ${pattern}:\n${since}`);
      },
      { timeout: PATIENCE, interval: 100 },
    );
  }

  /** Our caches on disk are gone, as on a new machine; a running server still remembers what it has read. */
  dropCaches(): void {
    rmSync(join(this.#folder, 'cache'), { recursive: true, force: true });
  }

  /** As a crash would: only the process that runs our server from this run's own extension folder. */
  killLanguageServer(): void {
    const module = join(this.#folder, 'extensions');
    const pids = readdirSync('/proc').filter(name => {
      try {
        const command = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/cmdline`, 'utf8') : '';
        return command.includes(module) && command.includes('dist/server.cjs');
      } catch {
        return false;
      }
    });
    if (pids.length !== 1) throw new Error(`not one language server is running, but ${pids.length}`);
    process.kill(Number(pids[0]), 'SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    const ended = new Promise(resolve => this.#server.once('exit', resolve));
    this.#server.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function listening(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (/agent listening on/.test(said)) resolve();
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.once('exit', status => reject(new Error(`the VS Code server ended with ${status}: ${said}`)));
  });
}
