import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { REPOSITORY } from '../support/repository';
import { commands } from './commands';
import { dismantleView } from './dismantle-view';
import { previewing } from './previewing';
import { reading } from './reading';
import { remember } from './remember';
import type { Room } from './room';
import { themes } from './themes';
import type { VsCode } from './vscode';

/** The examples that users are sent to, with a configuration file and without a kernel tree. */
export function examples(vscode: () => VsCode): void {
  let room: Room | undefined;
  const at = (): Room => {
    if (!room) throw new Error('the window did not open');
    return room;
  };

  beforeAll(async () => {
    const path = vscode().workspace('examples', join(REPOSITORY, 'examples'));
    room = { vscode: vscode(), window: await vscode().open(path), path };
  });
  afterEach(({ task }) => remember(task, room?.window, vscode()));
  afterAll(() => room?.window.close());

  describe('reading', () => reading(at));
  describe('the Dismantle view', () => dismantleView(at));
  describe('previewing', () => previewing(at));
  describe('themes', () => themes(at));
  describe('commands', () => commands(at));
}
