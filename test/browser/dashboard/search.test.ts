import { expect, test } from '@jest/globals';
import { describeDashboard } from './support/describeDashboard.js';
import { FLAWLESS, inspectPage } from './support/inspectPage.js';

describeDashboard('the search', (dashboard) => {
  test('has in its field what was typed before the field was there, and the page got none of it', async () => {
    const { demo, signedIn } = dashboard;
    const opened = await signedIn('viewer');
    const { page, open } = opened;
    let arrive = (): void => undefined;
    const code = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/SearchDialog.*\.js/, async (route) => {
      await code;
      await route.continue();
    });
    await open(`/${demo.organization}/${demo.project}/issues?range=14d`);
    await page.keyboard.press('Control+K');
    // `?` and `j` are shortcuts of the page.
    await page.keyboard.type('?jrelx');
    for (const key of ['Backspace', 'Home', 'Enter']) await page.keyboard.press(key);
    arrive();
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.waitFor();
    await page.locator('[aria-label=Search]:focus').waitFor();
    await page.keyboard.type('eases');
    expect(await field.inputValue()).toBe('?jreleases');
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await inspectPage(opened)).toEqual(FLAWLESS);
    await page.context().close();
  });

  test('is closed by Escape before its field is there, and then empty', async () => {
    const { demo, signedIn } = dashboard;
    const { page, open } = await signedIn('viewer');
    let arrive = (): void => undefined;
    const code = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/SearchDialog.*\.js/, async (route) => {
      await code;
      await route.continue();
    });
    await open(`/${demo.organization}/${demo.project}/issues?range=14d`);
    await page.keyboard.press('Control+K');
    await page.keyboard.type('lost');
    await page.keyboard.press('Escape');
    arrive();
    await page.keyboard.press('Control+K');
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
    await page.context().close();
  });
});
