import { expect, test } from '@jest/globals';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { createTenant } from '../../e2e/support/tenant.js';
import { createAccount, signInLink } from './support/accounts.js';
import { describeDashboard } from './support/describeDashboard.js';

describeDashboard('the first run', (dashboard) => {
  test('signs in once by the button of a link, and the setup page shows the first event', async () => {
    const { system } = dashboard;
    const project = await createTenant(system);
    const link = await signInLink(system, await createAccount(system, project.organization, 'owner'));
    const scanner = await dashboard.visit({ expected: ['/api/0/session'] });
    await scanner.open(link);
    await scanner.page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await scanner.page.context().cookies()).toEqual([]);
    await scanner.page.context().close();
    const { page, problems } = await dashboard.visit({ expected: ['/api/0/session'] });
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname === `/${project.path}/setup`);
    await page.getByText(project.key).first().waitFor();
    expect(await page.getByRole('main').textContent()).toContain(project.key);
    const timestamp = new Date().toISOString();
    await sendStored(system, project, [thrown({ timestamp, message: 'first of all' })]);
    await page.getByRole('status').getByText('1 event stored in the last day').waitFor();
    await page.goto(system.baseUrl);
    await page.waitForURL((url) => url.pathname === `/${project.path}/issues`);

    const other = await dashboard.visit({ expected: ['/api/0/'] });
    await other.open(link);
    expect(new URL(other.page.url()).pathname).toBe('/sign-in');
    expect(await other.page.getByRole('main').textContent()).toContain('The link does not work');
    expect([...problems.found(), ...other.problems.found()]).toEqual([]);
    await page.context().close();
    await other.page.context().close();
  }, 60_000);
});
