import { expect, test } from '@jest/globals';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendAccepted } from '../../e2e/support/send.js';
import { settingsInForce } from '../../e2e/support/tenant.js';
import { waitForUsage } from '../../e2e/support/usage.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant, type OpenedTenant } from './support/openTenant.js';

describeDashboard('a monthly quota', (dashboard) => {
  test('is set, used up, and explained with its count, its sample and its remedy', async () => {
    const { system } = dashboard;
    const opened = await openTenant(dashboard, 'owner');
    const { page, problems, open, project, at } = opened;
    await open(`/${project.organization}/settings/quotas`);
    await page.getByRole('spinbutton', { name: 'Errors (exceptions)' }).fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The quotas are saved.').waitFor();

    await settingsInForce();
    const timestamp = new Date().toISOString();
    const events = ['first', 'second', 'third', 'fourth'].map((message) => thrown({ timestamp, message }));
    await sendAccepted(system.baseUrl, project, events, { tally: { processed: 2, quota_exceeded: 2 } });
    await waitForUsage(system, project, 4);
    await waitForSample(opened, 'monthly_quota');

    await open(at('usage'));
    const main = page.getByRole('main');
    expect(await main.textContent()).toContain('4 received = 2 processed + 0 filtered + 2 rate limited (2 over quota)');
    expect(await main.locator('section', { hasText: 'Quotas of this month' }).textContent()).toMatch(
      /Errors \(exceptions\)\s*22100%/,
    );
    const row = page.getByRole('row', { name: /^rate limited monthly_quota exception 2/ });
    expect(await row.textContent()).toContain('The organization’s monthly quota is used up');
    await row.getByRole('button', { name: 'Why was this dropped?' }).click();
    const sample = page.getByRole('region', { name: /^Refused exception/ }).first();
    await sample.waitFor();
    expect(await sample.textContent()).toMatch(/third|fourth/);

    await row.getByRole('link', { name: 'Open the quotas' }).click();
    await page.waitForURL(new RegExp(`/${project.organization}/settings/quotas`));
    await page.getByRole('row', { name: /^Errors \(exceptions\)\s*2\s*2/ }).waitFor();
    expect(await page.getByRole('spinbutton', { name: 'Errors (exceptions)' }).inputValue()).toBe('2');
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);
});

/** Resolves when the API has a sample of a reason: gateways store them in the background. */
async function waitForSample({ page, project }: OpenedTenant, reason: string): Promise<void> {
  const url = `/api/0/projects/${project.path}/refused?reason=${reason}`;
  const isStored = async (): Promise<boolean> => {
    const { data } = (await (await page.request.get(url)).json()) as { readonly data: readonly unknown[] };
    return data.length > 0;
  };
  await waitFor(isStored, { what: `a sample of ${reason}` });
}
