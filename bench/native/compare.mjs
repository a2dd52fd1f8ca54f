import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../measure.mjs';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;

/** Debian 12 is too old for the prebuilt binary, so that it is compiled here, with g++, make and python3. */
function install() {
  if (existsSync(join(here, 'node_modules/tree-sitter/build/Release'))) return;
  console.error('bench: compile native tree-sitter …');
  const start = Date.now();
  const steps = [
    'npm install --ignore-scripts --no-audit --no-fund --no-package-lock --loglevel=error',
    'cd node_modules/tree-sitter && npx --yes node-gyp@11 rebuild',
    'cd node_modules/tree-sitter-c && npx --yes node-gyp@11 rebuild',
  ];
  for (const step of steps) {
    const { status } = spawnSync('sh', ['-c', step], { cwd: here, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error(`native tree-sitter could not be made: ${step}`);
  }
  console.error(`bench: compiled in ${((Date.now() - start) / 1000).toFixed(0)} s`);
}

function parse(engine, root, files) {
  const argv = [new URL('./parse.mjs', import.meta.url).pathname, engine, root];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    input: files.join('\n'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${engine} tree-sitter: ${stderr}`);
  return JSON.parse(stdout);
}

/** A sentence on the bare parse of files by both builds of tree-sitter, in turns. */
export function compareNative(root, files, rounds) {
  install();
  const runs = { native: [], wasm: [] };
  for (let round = 0; round < rounds; round++)
    for (const engine of Object.keys(runs)) runs[engine].push(parse(engine, root, files));
  const time = engine => median(runs[engine].map(({ seconds }) => seconds));
  const [{ kilobytes, broken }] = runs.wasm;
  return (
    `The bare parse of the ${files.length} files that name pernet_operations (${(kilobytes / 1024).toFixed(1)} MB, ` +
    `unmasked): ${time('wasm').toFixed(2)} s with the WebAssembly build of tree-sitter, ${time('native').toFixed(2)} s with ` +
    `the native one, ${(time('wasm') / time('native')).toFixed(2)} ×; ERROR nodes in ${broken} and ` +
    `${runs.native[0].broken} of them.`
  );
}
