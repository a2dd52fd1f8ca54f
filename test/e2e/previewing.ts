import { expect, test } from 'vitest';
import type { Room } from './room';

/** The ways to the simulation; what its page can do has tests of its own. */
export function previewing(at: () => Room): void {
  test('the cost of a dismantle is previewed in a panel, from the ops of the workspace', async () => {
    const { window } = at();
    await window.run('Pernet Lens: Preview Dismantle Cost');
    const page = window.simulation;
    await page
      .getByText(/RTNL acquisitions \d+ → \d+/)
      .first()
      .waitFor();
    expect(await page.locator('canvas').count()).toBeGreaterThan(0);
    await window.shot('simulation');
  });

  test('the line over an ops previews that one', async () => {
    const { window } = at();
    await window.openFile('lantern/lantern_dev.c', 101, 12);
    await window.followLens(
      'per netns',
      window.simulation.getByText('lantern_dev_net_ops: .exit → .exit_rtnl'),
    );
    await window.shot('simulation-of-lens');
  });

  test('so does a quick fix of a finding', async () => {
    const { window } = at();
    await window.openFile('lantern/lantern_peer.c', 56, 12);
    await window.squiggles('warning').first().waitFor();
    await window.takeFix('Preview dismantle cost of lantern_peer_net_ops');
    await window.simulation
      .getByText(/^lantern_peer_net_ops: /)
      .first()
      .waitFor();
    await window.run('View: Close Editor');
  });
}
