#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scan } from '../host/scan';
import { decode } from '../host/source-text';
import { main } from './main';

/** docs/rules/*.md by rule code, put in by esbuild.mjs. */
declare const RULE_PAGES: Readonly<Record<string, string>>;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interruption.abort();
    process.once(signal, () => process.exit(2));
  });
}

/** A reader that has seen enough (`| head`) is no error; a full disk is. */
function quietOnClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = 2;
    if (stream !== process.stderr)
      process.stderr.write(`pernet-lens: cannot write the report: ${error.message}\n`);
  });
}
quietOnClosedPipe(process.stdout);
quietOnClosedPipe(process.stderr);

/** A file that the build puts next to this one. */
const beside = (name: string): string => readFileSync(join(__dirname, name), 'utf8');

async function stdin(): Promise<string> {
  const { stdin: stream } = process;
  interruption.signal.addEventListener('abort', () => stream.destroy(new Error('interrupted')));
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return decode(Buffer.concat(chunks)).text;
}

async function run(): Promise<void> {
  const code = await main(process.argv.slice(2), {
    scan,
    stdout: process.stdout,
    stderr: process.stderr,
    stdin,
    cwd: process.cwd(),
    env: process.env,
    now: () => performance.now(),
    interrupt: interruption.signal,
    page: () => ({ script: beside('webview.js'), style: beside('webview.css') }),
    rulePage: rule => RULE_PAGES[rule],
  });
  // not process.exit(): what is written to a pipe has still to be read
  process.exitCode = Math.max(code, Number(process.exitCode ?? 0));
}

void run();
