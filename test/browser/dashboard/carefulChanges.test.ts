import { expect, test } from '@jest/globals';
import { makeEvent } from '../../e2e/support/events.js';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';
import { settle } from './support/settle.js';

describeDashboard('a page', (dashboard) => {
  test('asks before a project stops accepting events, and not before it starts again', async () => {
    const { page, problems, open, at } = await openTenant(dashboard, 'owner');
    await open(at('settings/general'));
    const box = page.getByRole('checkbox', { name: /Accept events/ });
    await box.click();
    const dialog = page.getByRole('dialog', { name: /Stop accepting events for/ });
    await dialog.getByText('They are lost: programs do not send them again.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await box.isChecked()).toBe(true);
    await box.click();
    await dialog.getByRole('button', { name: 'Stop accepting events' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open(at('settings/general'));
    expect(await box.isChecked()).toBe(false);
    await box.click();
    await settle(page);
    await open(at('settings/general'));
    expect(await box.isChecked()).toBe(true);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);

  test('marks a place that could not be resolved in time, in the list and on the page of the issue', async () => {
    const { page, problems, openIssues, project } = await openTenant(dashboard, 'member');
    await sendStored(dashboard.system, project, [thrown({ timestamp: new Date().toISOString(), message: 'late' })]);
    await page.route(/\/api\/0\/.*\/issues(?:\/[^/?]+)?\?/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"culpritPending":false', '"culpritPending":true');
      await route.fulfill({ response, body });
    });
    await openIssues('late');
    const row = page.getByRole('row', { name: /late/ });
    expect(await row.textContent()).toContain('(not resolved in time)');
    await row.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Stack trace' }).waitFor();
    expect(await page.getByRole('main').textContent()).toContain('(not resolved in time)');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    expect(await page.evaluate('document.activeElement.placeholder')).toBe('Comment for your team');
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);

  test('lists logs by their arrival, which is the first column', async () => {
    const { page, problems, open, at, project } = await openTenant(dashboard, 'viewer');
    const now = Date.now();
    const log = (message: string, ago: number) =>
      makeEvent('log', { timestamp: new Date(now - ago).toISOString(), payload: { level: 'info', message } });
    await sendStored(dashboard.system, project, [log('early', 600_000)], [log('late', 60_000)], [log('old', 900_000)]);
    await open(at('logs'));
    const rows = page.getByRole('table', { name: 'Logs' }).locator('tbody tr');
    expect(await rows.locator('[data-title]').allTextContents()).toEqual(['old', 'late', 'early']);
    const arrivals = await Promise.all(
      (await rows.locator('td:first-child time').all()).map(
        async (time) => (await time.getAttribute('datetime')) ?? '',
      ),
    );
    expect(arrivals).toEqual(arrivals.toSorted().reverse());
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);
});
