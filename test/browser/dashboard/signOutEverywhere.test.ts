import { expect, test } from '@jest/globals';
import { createTenant } from '../../e2e/support/tenant.js';
import { createAccount } from './support/accounts.js';
import { describeDashboard } from './support/describeDashboard.js';

describeDashboard('sessions', (dashboard) => {
  test('sign out everywhere ends those of other browsers, too', async () => {
    const { system } = dashboard;
    const { organization, path } = await createTenant(system);
    const account = await createAccount(system, organization, 'member');
    const [here, there] = [
      await dashboard.signedInAs(account, { expected: ['/api/0/'] }),
      await dashboard.signedInAs(account, { expected: ['/api/0/'] }),
    ];
    await there.open(`/${path}/issues`);
    await here.open('/profile/sessions');
    expect(await here.page.getByRole('table', { name: 'Sessions' }).locator('tbody tr').count()).toBe(2);
    await here.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.page
      .getByRole('alertdialog')
      .or(here.page.getByRole('dialog'))
      .getByRole('button', { name: 'Sign out everywhere' })
      .click();
    await here.page.waitForURL(/\/sign-in/);
    await there.open(`/${path}/issues`);
    await there.page.waitForURL(/\/sign-in/);
    expect((await there.page.request.get('/api/0/session')).status()).toBe(401);
    expect([...here.problems.found(), ...there.problems.found()]).toEqual([]);
    await here.page.context().close();
    await there.page.context().close();
  }, 60_000);
});
