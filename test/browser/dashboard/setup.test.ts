import { expect, test } from '@jest/globals';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';

describeDashboard('the setup page', (dashboard) => {
  test('asks why nothing arrives while nothing has arrived', async () => {
    const { page, at, open } = await openTenant(dashboard, 'viewer');
    await open(at('setup'));
    await page.getByRole('heading', { name: 'Why does nothing arrive?' }).waitFor();
    expect(await page.getByText('No event with a key of this project reached this server').count()).toBe(1);
    await page.context().close();
  });

  test('shows refused events without that question while events arrive', async () => {
    const { demo, signedIn } = dashboard;
    const { page, open } = await signedIn('viewer');
    await open(`/${demo.organization}/${demo.project}/setup`);
    await page.getByText(/stored in the last day/).waitFor();
    await page.getByRole('heading', { name: 'Refused events' }).waitFor();
    expect(await page.getByText('Why does nothing arrive?').count()).toBe(0);
    await page.context().close();
  });

  test('shows nothing to copy before the DSN is known', async () => {
    const { page, at, open, problems } = await openTenant(dashboard, 'viewer');
    const answers: (() => void)[] = [];
    await page.route(/\/keys$/, async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    await page.goto(at('setup'));
    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByText('One exception, without an SDK').waitFor();
    expect(await page.getByRole('main').textContent()).not.toMatch(/dsn\.invalid|service_key=|http:\/\/@/);
    for (const answer of answers) answer();
    await page.getByText(/service_key=[\da-f]{8}/).waitFor();
    await open(at('setup'));
    expect(problems.found()).toEqual([]);
    await page.context().close();
  });
});
