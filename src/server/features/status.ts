import { STATUS_NOTIFICATION, type Status } from '../../shared';
import type { Server } from '../server';

/** Tells our own extension what the server does. */
export function register({ connection, workspace, reporter, abilities }: Server): {
  scanning(is: boolean): void;
} {
  if (!abilities.isOurs) return { scanning() {} };
  let lastMilliseconds: number | null = null;
  let state: Status['state'] = 'idle';
  let told = '';
  const tell = (): void => {
    const answers = workspace.known().flatMap(known => known.answers);
    const count = (of: 'ops' | 'findings'): number =>
      answers.reduce((sum, answer) => sum + answer[of].length, 0);
    const status: Status = { state, lastMilliseconds, ops: count('ops'), findings: count('findings') };
    const text = JSON.stringify(status);
    if (text !== told) void connection.sendNotification(STATUS_NOTIFICATION, status);
    told = text;
  };
  workspace.onAnalysis = milliseconds => {
    lastMilliseconds = Math.round(milliseconds * 10) / 10;
    if (state !== 'scanning') tell();
  };
  reporter.onChanged(tell);
  return {
    scanning(is) {
      state = is ? 'scanning' : 'idle';
      tell();
    },
  };
}
