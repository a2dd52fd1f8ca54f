import type { VsCode } from './vscode';
import type { Workbench } from './workbench';

/** What somebody who looks for the reason of a failure wants to see: the window, and the end of the log. */
export async function remember(name: string, window: Workbench | undefined, vscode: VsCode): Promise<void> {
  await window?.shot(`failed: ${name}`);
  console.error(`${name}, the end of the log:\n${vscode.log().split('\n').slice(-12).join('\n')}`);
}
