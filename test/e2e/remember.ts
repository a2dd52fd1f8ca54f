import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunnerTestCase } from 'vitest';
import type { VsCode } from './vscode';
import type { Workbench } from './workbench';

/** Lines of the log that are printed; the whole of it is kept. */
const LAST_LINES = 15;

/** What somebody who looks for the reason of a failure wants to see: the window, the log of client and server. */
export async function remember(
  { name, result }: Pick<RunnerTestCase, 'name' | 'result'>,
  window: Workbench | undefined,
  vscode: VsCode,
): Promise<void> {
  if (!window || result?.state !== 'fail') return;
  const title = `failed, ${name}`.replace(/[^\w,. -]/g, '');
  const log = vscode.log();
  // a second try may pass, and nothing else would tell of the first one's error
  const errors = result.errors?.map(({ message, stack = '' }) => `${message}\n${stack}`) ?? [];
  writeFileSync(join(window.folder, `${title}.log`), [log, ...window.errors, ...errors].join('\n'));
  await window.shot(title).catch(error => console.error(`no picture: ${error}`));
  const end = log.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  console.error(`${errors.at(-1)}\nsee ${join(window.folder, title)}.png and .log; its last lines:\n${end}`);
  await window.recover();
}
