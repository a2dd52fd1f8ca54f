import { openHost } from './host';
import { openPage } from './page';

async function main(): Promise<void> {
  const host = openHost();
  const { start, state } = await host.begin();
  let close = openPage(host, start, state);
  // the editor asks for another op while the panel is open
  host.onStart(next => {
    close();
    close = openPage(host, next, null);
  });
}

void main();
