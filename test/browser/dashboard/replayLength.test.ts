import { expect, test } from '@jest/globals';
import { demoPath } from './support/demoPaths.js';
import { describeDashboard } from './support/describeDashboard.js';

describeDashboard('the length of a replay', (dashboard) => {
  test('is the same in the list, above the player and in the player', async () => {
    const { page, open } = await dashboard.signedIn('viewer');
    await open(await demoPath(dashboard, 'replays?sort=errors&range=14d'));
    const row = page
      .getByRole('row')
      .filter({ has: page.locator('td') })
      .first();
    const listed = await row.getByRole('cell', { name: /^\d+:\d\d$/ }).textContent();
    await open((await row.getByRole('link').first().getAttribute('href')) ?? '');
    await page.locator('[aria-label=Position]:enabled').waitFor();
    const player = page.getByRole('region', { name: 'Player' });
    expect(await player.textContent()).toContain(`0:00 / ${listed}`);
    expect(await page.locator('main header').first().textContent()).toContain(`${listed} ·`);
    await page.context().close();
  });
});
