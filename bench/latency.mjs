/**
 * How long an editor waits: typing in a large file, opening a file with a warm cache, memory after many edits. Against
 * one full parse of the same file, and against clangd in the same run if it is installed.
 *
 *     KERNEL_TREE=~/linux node bench/latency.mjs [--write] [FILE]
 *
 * FILE is relative to the tree; default net/core/dev.c. The tree is only read. Debounce is left out on both sides.
 * Prints each figure beside its bound; `--write` puts them into docs/performance.md. Ends with 1 if a bound is missed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { table, writeSection } from './sections.mjs';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '..');
const tree = process.env.KERNEL_TREE;
if (!tree) {
  console.error('KERNEL_TREE names no kernel tree. Example: KERNEL_TREE=~/linux node bench/latency.mjs');
  process.exit(2);
}
const { values: flags, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const file = positionals[0] ?? 'net/core/dev.c';
const path = join(tree, file);
const text = readFileSync(path, 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'pernet-lens-latency-'));

/** Another server for C, if it is there. */
const PEER = 'clangd';

const WARM_UP = 10;
const EDITS = 100;
const MANY_EDITS = 1_000;
/** Edits after each of which memory is looked at. */
const SAMPLES = 50;

/** What is measured, how it is said, and how much of it there may be: docs/performance.md. */
const FIGURES = [
  {
    name: 'from an edit to the diagnostics, 95th percentile, debounce apart',
    of: report => report.editMs.p95,
    say: value => `${value} ms`,
    most: 60,
  },
  {
    name: 'the same, in units of one full parse of the file',
    of: report => hundredths(report.editMs.p95 / report.fullParseMs.p50),
    say: String,
    most: 0.8,
  },
  {
    name: 'from the start of the server to the first diagnostics, cache warm',
    of: report => report.startToFirstWarmMs,
    say: value => `${value} ms`,
    most: 1_000,
  },
  {
    name: 'memory after 1,000 edits, in units of that after 100',
    of: report => hundredths(report.memoryMb.after1000 / report.memoryMb.after100),
    say: String,
    most: 1.2,
  },
  {
    name: 'peer: clangd, from an edit to its diagnostics, 95th percentile',
    of: report => report.clangd?.editMs.p95 ?? null,
    say: value => `${value} ms`,
  },
];

const quantile = (times, q) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))];
const rounded = value => Math.round(value * 10) / 10;
const hundredths = value => Math.round(value * 100) / 100;
const summary = times => ({ p50: rounded(quantile(times, 0.5)), p95: rounded(quantile(times, 0.95)) });

/** A language server over stdio, as little of a client as the measuring needs. */
function startServer(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], ...options });
  const waiting = new Map();
  const listeners = new Set();
  let received = Buffer.alloc(0);
  let id = 0;
  const send = message => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
  };
  child.stdout.on('data', chunk => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const head = received.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, head).toString())[1]);
      if (received.length < head + 4 + length) return;
      const message = JSON.parse(received.subarray(head + 4, head + 4 + length).toString());
      received = received.subarray(head + 4 + length);
      if (message.id !== undefined && message.method === undefined) {
        waiting.get(message.id)?.(message);
        waiting.delete(message.id);
      } else if (message.id !== undefined) {
        send({ id: message.id, result: message.params?.items?.map(() => null) ?? null });
      } else for (const listener of listeners) listener(message);
    }
  });
  return {
    child,
    notify: (method, params) => send({ method, params }),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        waiting.set(++id, ({ result, error }) =>
          error ? reject(new Error(error.message)) : resolve(result),
        );
        send({ id, method, params });
      }),
    /** The next diagnostics that are pushed for a version. */
    published: version =>
      new Promise(resolve => {
        const listener = ({ method, params }) => {
          if (method !== 'textDocument/publishDiagnostics' || params.version !== version) return;
          listeners.delete(listener);
          resolve(params.diagnostics);
        };
        listeners.add(listener);
      }),
  };
}

const uri = pathToFileURL(path).href;

async function open(server, capabilities) {
  await server.request('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(tree).href,
    workspaceFolders: [{ uri: pathToFileURL(tree).href, name: 'tree' }],
    capabilities,
  });
  server.notify('initialized', {});
}

const didOpen = server =>
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'c', version: 1, text } });

/** Where a person would type: the line below the first brace of a function in the middle of the file. */
function typingPlace() {
  const lines = text.split('\n');
  let line = Math.floor(lines.length / 2);
  while (line < lines.length && lines[line] !== '{') line++;
  return { line: line + 1, character: 0 };
}

function typed(server, version, position) {
  server.notify('textDocument/didChange', {
    textDocument: { uri, version },
    contentChanges: [{ range: { start: position, end: position }, text: version % 20 === 0 ? ';\n' : 'x' }],
  });
}

/** Resident memory, MB. */
const memoryOf = pid =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const PULL = { textDocument: { diagnostic: {} } };

async function ours() {
  const dist = join(scratch, 'dist');
  const built = spawnSync(process.execPath, [join(root, 'esbuild.mjs'), '--outdir', dist], {
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(built.stderr);
  const env = { ...process.env, XDG_CACHE_HOME: join(scratch, 'cache') };
  const start = (...flags) =>
    startServer(process.execPath, [...flags, join(dist, 'server.cjs'), '--stdio'], { env });
  const pull = server => server.request('textDocument/diagnostic', { textDocument: { uri } });

  const stop = async server => {
    await server.request('shutdown');
    server.notify('exit');
  };
  const firsts = [];
  const opened = async (...flags) => {
    const server = start(...flags);
    const since = performance.now();
    await open(server, PULL);
    didOpen(server);
    const { items } = await pull(server);
    firsts.push(performance.now() - since);
    if (items.length === 0) console.error(`no diagnostics in ${file}: a poor choice for this benchmark`);
    return server;
  };
  const place = typingPlace();
  const editing = server => {
    let version = 1;
    return async () => {
      const since = performance.now();
      typed(server, ++version, place);
      await pull(server);
      return performance.now() - since;
    };
  };

  for (let round = 0; round < 3; round++) await stop(await opened());
  const typist = await opened();
  const edit = editing(typist);
  for (let at = 0; at < WARM_UP; at++) await edit();
  const times = [];
  for (let at = 0; at < EDITS; at++) times.push(await edit());
  await stop(typist);

  // garbage that waits to be collected is not what the server holds: a small heap has it collected in time
  const patient = await opened('--max-old-space-size=96');
  const editMore = editing(patient);
  const memory = [];
  for (let at = 0; at < MANY_EDITS; at++) {
    await editMore();
    memory.push(memoryOf(patient.child.pid));
  }
  await stop(patient);
  const held = edits => Math.min(...memory.slice(edits - SAMPLES, edits));

  return {
    startToFirstColdMs: rounded(firsts[0]),
    startToFirstWarmMs: rounded(Math.min(...firsts.slice(1))),
    editMs: summary(times),
    memoryMb: { after100: Math.round(held(EDITS)), after1000: Math.round(held(MANY_EDITS)) },
  };
}

/** One full parse of the file with the same parser: what an analysis from scratch cannot do without. */
async function fullParse() {
  const { Language, Parser } = require('web-tree-sitter');
  await Parser.init();
  const language = await Language.load(
    join(dirname(require.resolve('tree-sitter-c/package.json')), 'tree-sitter-c.wasm'),
  );
  const parser = new Parser().setLanguage(language);
  const times = [];
  for (let at = 0; at < 12; at++) {
    const since = performance.now();
    parser.parse(text).delete();
    times.push(performance.now() - since);
  }
  return summary(times.slice(2));
}

/** clangd on the same file: flags enough for it to find the headers, no index in the background. */
async function clangd() {
  if (spawnSync(PEER, ['--version']).error) return null;
  const flags = [
    '-xc',
    '-std=gnu11',
    '-nostdinc',
    '-D__KERNEL__',
    '-DKBUILD_MODNAME="dev"',
    '-w',
    '-ferror-limit=0',
    ...[
      'arch/x86/include',
      'arch/x86/include/generated',
      'include',
      'arch/x86/include/uapi',
      'include/uapi',
    ].map(folder => `-I${join(tree, folder)}`),
    '-include',
    join(tree, 'include/linux/compiler-version.h'),
    '-include',
    join(tree, 'include/linux/kconfig.h'),
    '-include',
    join(tree, 'include/linux/compiler_types.h'),
  ];
  const database = join(scratch, 'database');
  mkdirSync(database);
  writeFileSync(
    join(database, 'compile_commands.json'),
    JSON.stringify([{ directory: tree, file: path, arguments: ['clang', ...flags, '-c', path] }]),
  );
  const server = startServer(PEER, [
    `--compile-commands-dir=${database}`,
    '--background-index=false',
    '--clang-tidy=false',
  ]);
  await open(server, { textDocument: { publishDiagnostics: { versionSupport: true } } });
  const since = performance.now();
  const first = server.published(1);
  didOpen(server);
  const diagnostics = await first;
  const firstMs = performance.now() - since;
  const place = typingPlace();
  const times = [];
  for (let version = 2; version < 2 + WARM_UP + 30; version++) {
    const since = performance.now();
    const next = server.published(version);
    typed(server, version, place);
    await next;
    if (version >= 2 + WARM_UP) times.push(performance.now() - since);
  }
  server.child.kill();
  return { firstMs: rounded(firstMs), editMs: summary(times), diagnostics: diagnostics.length };
}

const lines = text.split('\n').length;
const load = loadavg()[0].toFixed(1);
try {
  const fullParseMs = await fullParse();
  const report = { fullParseMs, ...(await ours()), clangd: await clangd() };
  console.error(JSON.stringify(report, null, 2));
  const judged = FIGURES.map(figure => {
    const value = figure.of(report);
    return { ...figure, value, met: figure.most === undefined || value <= figure.most };
  });
  const page = [
    table(
      [`Editing ${file}, ${lines} lines`, 'measured', 'bound'],
      judged.map(({ name, value, say, most, met }) => [
        name,
        value === null ? 'not installed' : say(value),
        most === undefined ? '' : `${met ? 'met' : '**missed**'}: at most ${say(most)}`,
      ]),
    ),
    `Of ${EDITS} edits; load when it began: ${load}.`,
  ].join('\n\n');
  console.log(page);
  if (flags.write) writeSection('editor', page);
  process.exitCode = judged.every(({ met }) => met) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
