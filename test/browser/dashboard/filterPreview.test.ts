import { expect, test } from '@jest/globals';
import { type WireEvent } from '../../e2e/support/events.js';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendAccepted } from '../../e2e/support/send.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { settingsInForce } from '../../e2e/support/tenant.js';
import { waitForUsage } from '../../e2e/support/usage.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';

describeDashboard('a filter', (dashboard) => {
  test('shows what it would have dropped, and counts what it drops', async () => {
    const { system } = dashboard;
    const { page, problems, open, project, at } = await openTenant(dashboard, 'admin');
    const event = (environment: string): WireEvent =>
      thrown({ environment, timestamp: new Date().toISOString(), message: `of ${environment}` });
    await sendStored(system, project, [event('staging'), event('production')]);

    await open(at('settings/filters'));
    await page.getByRole('textbox', { name: 'New entry of Environments' }).fill('stag*');
    await page.getByRole('button', { name: 'Preview the new entry of Environments' }).click();
    await page.getByText('Would have dropped 1 of 2 stored events').waitFor();
    expect(await page.getByRole('cell', { name: /of staging/ }).count()).toBe(1);
    await page.getByRole('textbox', { name: 'New entry of Environments' }).press('Enter');
    await page.getByRole('row', { name: /^stag\* not saved/ }).waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('region', { name: 'Changes that are not saved' }).waitFor({ state: 'detached' });

    await settingsInForce();
    await sendAccepted(system.baseUrl, project, [event('staging'), event('production')], {
      tally: { processed: 1, filtered: 1 },
    });
    await waitForUsage(system, project, 4);
    await open(at('settings/filters'));
    const row = page.getByRole('row', { name: 'stag* 1' });
    await row.getByRole('link', { name: '1' }).click();
    await page.getByRole('region', { name: /^Refused exception/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('entry')).toBe('stag*');
    await open(at('usage'));
    expect(await page.getByRole('row', { name: /^filtered environment/ }).textContent()).toContain('stag*');
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);
});
