import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';
import { settle } from './support/settle.js';

const ours = (code: string, message: string): string => JSON.stringify({ success: false, error: { code, message } });

/** What an answer means to the reader: the message, and whether trying again may help. */
const ANSWERS = [
  ['403 of the server', 403, ours('forbidden', 'This needs the role member.'), 'This needs the role member.', true],
  ['403 of a proxy', 403, '<h1>Forbidden</h1>', 'Something in front of the server refused the request (403).', true],
  ['404 of the server', 404, ours('not_found', 'There is no such issue.'), 'There is no such issue.', false],
  ['404 of a proxy', 404, '<h1>Not found</h1>', 'The server answered 404 without a reason.', true],
  ['429', 429, '', 'These were too many requests (429). Try again in a moment.', true],
  ['500', 500, ours('internal', 'Internal error. It was logged.'), 'Internal error. It was logged.', true],
  ['503', 503, ours('unavailable', 'The database is unavailable.'), 'The database is unavailable.', true],
  ['504 of a proxy', 504, '', 'The server did not answer in time (504). Try again in a moment.', true],
  ['a page of something else', 200, '<h1>Log in to the Wi-Fi</h1>', 'or it came from something else', true],
] as const;

/** Shows the body of the page's error. */
const alertOf = async (page: Page): Promise<string> => (await page.getByRole('alert').first().textContent()) ?? '';

describeDashboard('a failure', (dashboard) => {
  test('says what it is on the page of an issue, and only a 404 of the server says that the issue does not exist', async () => {
    const { page, open, at } = await openTenant(dashboard, 'member', { expected: ['/issues/1'] });
    for (const [name, status, body, message, helps] of ANSWERS) {
      await page.route(/\/issues\/1\?/, (route) => route.fulfill({ status, body, contentType: 'text/html' }));
      await page.clock.install();
      const opening = open(at('issues/1'));
      await page.getByRole('alert').first().waitFor({ timeout: 30_000 });
      await opening;
      expect([name, await alertOf(page)]).toEqual([name, expect.stringContaining(message)]);
      expect([name, await page.getByRole('button', { name: 'Try again' }).count()]).toEqual([name, helps ? 1 : 0]);
      await page.unroute(/\/issues\/1\?/);
    }
    await page.context().close();
  }, 180_000);

  test('of the connection is named, also for code that is not loaded, and the page that is open stays', async () => {
    const { page, open, at } = await openTenant(dashboard, 'member', { expected: [''] });
    await open(at('issues'));
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Metrics' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await alertOf(page)).toContain('This device is offline, and this part is not loaded yet.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The server still cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Metrics' }).waitFor();
    await page.context().close();
  }, 60_000);

  test('after a deployment loads the page anew once', async () => {
    const { page, open, at } = await openTenant(dashboard, 'member', { expected: ['/_app/'] });
    await open(at('issues'));
    let documents = 0;
    // The files of the version that is open are gone; the server has another entry.
    await page.route(/_app\/.*MetricsPage/, (route) => route.fulfill({ status: 404 }));
    await page.route(
      (url) => url.pathname.endsWith('/metrics') || url.pathname === '/',
      async (route) => {
        if (route.request().resourceType() === 'document') documents += 1;
        const answer = await route.fetch();
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replace(/(<script type="module"[^>]* src=")/, '$1_app/../'),
        });
      },
    );
    await page.getByRole('link', { name: 'Metrics' }).click();
    await page.getByRole('alert').first().waitFor();
    await settle(page);
    expect(documents).toBe(1);
    expect(await alertOf(page)).not.toContain('MetricsPage');
    await page.context().close();
  }, 60_000);
});
