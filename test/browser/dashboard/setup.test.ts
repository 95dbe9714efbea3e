import { expect, test } from '@jest/globals';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';

describeDashboard('the setup page', (dashboard) => {
  test('asks why nothing arrives while nothing has arrived', async () => {
    const { page, at, open } = await openTenant(dashboard(), 'viewer');
    await open(at('setup'));
    await page.getByRole('heading', { name: 'Why does nothing arrive?' }).waitFor();
    expect(await page.getByText('nothing reached this server').count()).toBe(1);
    await page.context().close();
  });

  test('shows refused events without that question while events arrive', async () => {
    const { demo, signedIn } = dashboard();
    const { page, open } = await signedIn('viewer');
    await open(`/${demo.organization}/${demo.project}/setup`);
    await page.getByText(/stored in the last day/).waitFor();
    await page.getByRole('heading', { name: 'Refused events' }).waitFor();
    expect(await page.getByText('Why does nothing arrive?').count()).toBe(0);
    await page.context().close();
  });
});
