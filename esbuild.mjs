/**
 * Builds dist/: the bundles, the two WebAssembly files that they read from beside themselves, and the licences of what
 * is bundled. `--watch` builds again on every change; `--outdir DIR` builds elsewhere.
 */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build as buildOnce, context } from 'esbuild';

const require = createRequire(import.meta.url);
const root = import.meta.dirname ?? dirname(new URL(import.meta.url).pathname);
const { values: flags } = parseArgs({ options: { watch: { type: 'boolean' }, outdir: { type: 'string' } } });
const dist = resolve(root, flags.outdir ?? 'dist');
const webTreeSitter = dirname(require.resolve('web-tree-sitter'));

const WASM = [
  join(webTreeSitter, 'web-tree-sitter.wasm'),
  join(dirname(require.resolve('tree-sitter-c/package.json')), 'tree-sitter-c.wasm'),
];

const LICENCES = 'third-party-licences.txt';

/** docs/rules/*.md by rule code, for `explain` and SARIF. */
function rulePages() {
  const folder = join(root, 'docs/rules');
  const pages = readdirSync(folder).filter(name => name.endsWith('.md') && name !== 'README.md');
  return Object.fromEntries(
    pages.map(name => [basename(name, '.md'), readFileSync(join(folder, name), 'utf8')]),
  );
}

/** Licence texts of the packages in the bundles: theirs ask for it. */
function licences(inputs) {
  const packages = new Set(
    Object.keys(inputs).flatMap(
      input => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [],
    ),
  );
  return [...packages, 'tree-sitter-c'].sort().map(name => {
    const folder = join(root, 'node_modules', name);
    const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry));
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
}

mkdirSync(dist, { recursive: true });

const build = await context({
  absWorkingDir: root,
  entryPoints: {
    cli: 'src/cli/bin.ts',
    worker: 'src/host/worker.ts',
    server: 'src/server/bin.ts',
    client: 'src/client/extension.ts',
  },
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // given to extensions by the editor
  external: ['vscode'],
  // jsonc-parser's `main` is UMD, whose inner requires no bundler sees
  mainFields: ['module', 'main'],
  // the ESM build of web-tree-sitter reads import.meta.url, which is undefined in a CJS bundle
  alias: { 'web-tree-sitter': join(webTreeSitter, 'web-tree-sitter.cjs') },
  define: { RULE_PAGES: JSON.stringify(rulePages()) },
  // names stay, for stack traces in bug reports; without blanks the .vsix is a third smaller
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

const IN_BROWSER = {
  absWorkingDir: root,
  bundle: true,
  platform: 'browser',
  target: ['chrome128', 'firefox128', 'safari17.4'],
  format: 'iife',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

/** The worker of the simulation page goes into the page's own script: no webview loads a worker from a file. */
const workerSource = {
  name: 'worker-source',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^worker-source$/ }, () => ({ path: 'worker-source', namespace: 'worker-source' }));
    onLoad({ filter: /.*/, namespace: 'worker-source' }, async () => {
      const { outputFiles, metafile } = await buildOnce({
        ...IN_BROWSER,
        entryPoints: ['src/webview/worker.ts'],
        write: false,
        metafile: true,
      });
      const watchFiles = Object.keys(metafile.inputs).map(file => join(root, file));
      return { contents: outputFiles[0].text, loader: 'text', watchFiles };
    });
  },
};

const page = await context({
  ...IN_BROWSER,
  entryPoints: [
    { in: 'src/webview/main.ts', out: 'webview' },
    { in: 'media/simulation.css', out: 'webview' },
  ],
  outdir: dist,
  plugins: [workerSource],
  metafile: true,
});

if (flags.watch) {
  await Promise.all([build.watch(), page.watch()]);
} else {
  const inputs = {};
  for (const bundle of [build, page]) {
    Object.assign(inputs, (await bundle.rebuild()).metafile.inputs);
    await bundle.dispose();
  }
  writeFileSync(join(dist, LICENCES), licences(inputs).join('\n---\n\n'));
}
if (flags.outdir === undefined) {
  const made = new Set([
    ...WASM.map(file => basename(file)),
    'cli.cjs',
    'worker.cjs',
    'server.cjs',
    'client.cjs',
    'webview.js',
    'webview.css',
    LICENCES,
  ]);
  for (const name of readdirSync(dist)) if (!made.has(name)) rmSync(join(dist, name), { recursive: true });
}
for (const file of WASM) copyFileSync(file, join(dist, basename(file)));
chmodSync(join(dist, 'cli.cjs'), 0o755);
