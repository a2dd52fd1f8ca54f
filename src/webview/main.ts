import type { SimulationStart, SimulationState } from '../shared';
import { openHost } from './host';
import { openPage } from './page';

async function main(): Promise<void> {
  const host = openHost();
  let close = (): void => {};
  const open = (start: SimulationStart, state: SimulationState | null): void => {
    close();
    close = openPage(host, start, state, open);
  };
  const { start, state } = await host.begin();
  open(start, state);
  // the editor asks for another op while the panel is open
  host.onStart(next => open(next, null));
}

void main();
