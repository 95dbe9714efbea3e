import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { describeDashboard } from './support/describeDashboard.js';
import { findAxeIssues } from './support/findAxeIssues.js';
import { openTenant, type OpenedTenant } from './support/openTenant.js';
import { settle } from './support/settle.js';

const MINUTE_MS = 60_000;

const titles = (page: Page): Promise<string[]> => page.locator('tbody td a b + span').allTextContents();

describeDashboard('the present of a page', (dashboard) => {
  test('advances: ages grow, and newer issues are offered without moving what is read', async () => {
    const opened = await openList();
    const { page, problems } = opened;
    await page.getByRole('checkbox', { name: 'Select TypeError: first' }).check();
    await fail(opened, 'second');
    await page.clock.fastForward(3 * MINUTE_MS);
    await page.getByRole('button', { name: '1 new issue' }).waitFor();
    expect(await titles(page)).toEqual(['first']);
    expect(await page.getByRole('checkbox', { name: 'Select TypeError: first' }).isChecked()).toBe(true);
    expect(await page.getByRole('row', { name: /first/ }).textContent()).toMatch(/3 min/);

    await page.getByRole('button', { name: '1 new issue' }).click();
    await waitFor(async () => (await titles(page)).join() === 'second,first', { what: 'both issues' });
    expect(await page.getByRole('button', { name: /new issue/ }).count()).toBe(0);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('offers newer issues beside what can be done, and below the bar of a phone', async () => {
    const opened = await openList();
    const { page, problems } = opened;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('checkbox', { name: 'Select TypeError: first' }).check();
    await fail(opened, 'second');
    await page.clock.fastForward(3 * MINUTE_MS);
    const offer = page.getByRole('button', { name: '1 new issue' });
    await offer.waitFor();
    expect(await findAxeIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.setViewportSize({ width: 390, height: 300 });
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    const [bar, shown] = [await page.getByRole('banner').boundingBox(), await offer.boundingBox()];
    expect(shown?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('does not advance while the page is hidden, and advances once when it is shown', async () => {
    const { page, problems } = await openList();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/issues/summary')) asked.push(request.url());
    });
    await setHidden(page, true);
    await page.clock.fastForward(60 * MINUTE_MS);
    expect(asked).toEqual([]);
    await setHidden(page, false);
    await waitFor(() => Promise.resolve(asked.length > 0), { what: 'a request' });
    await page.evaluate(`for (let count = 0; count < 20; count += 1) window.dispatchEvent(new Event('focus'))`);
    await settle(page);
    expect(asked).toHaveLength(1);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('keeps what is known while the server does not answer, and says since when', async () => {
    const { page, problems } = await openList(['/api/0/']);
    const isList = /\/api\/0\/.*\/issues(?:\/summary)?\?/;
    await page.route(isList, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '5' } }));
    await page.clock.fastForward(2 * MINUTE_MS);
    const note = page.getByRole('status').filter({ hasText: 'Showing data as of' });
    await note.waitFor();
    expect(await note.textContent()).toContain('The server is not available (503). Try again in 5 s.');
    expect(await titles(page)).toEqual(['first']);
    await page.unroute(isList);
    await note.getByRole('button', { name: 'Try again' }).click();
    await note.waitFor({ state: 'detached' });
    expect(await titles(page)).toEqual(['first']);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 120_000);

  async function openList(expected: readonly string[] = []): Promise<OpenedTenant> {
    const opened = await openTenant(dashboard, 'member', { expected });
    await fail(opened, 'first');
    await opened.page.clock.install();
    await opened.openIssues('first');
    return opened;
  }

  function fail(opened: OpenedTenant, message: string): Promise<void> {
    return sendStored(dashboard.system, opened.project, [
      thrown({ timestamp: new Date().toISOString(), message, at: message }),
    ]);
  }
});

/** Hides the page, or shows it again, as a change of the tab does. */
function setHidden(page: Page, isHidden: boolean): Promise<unknown> {
  return page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
    document.dispatchEvent(new Event('visibilitychange'))`);
}
