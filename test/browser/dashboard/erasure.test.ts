import { expect, test } from '@jest/globals';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';

describeDashboard('permanent deletion', (dashboard) => {
  test('removes a project, then its organization, each after its slug is typed, and records what was removed', async () => {
    const { system } = dashboard;
    const { page, problems, open, project, at } = await openTenant(dashboard, 'owner');
    const [org = '', slug = ''] = project.path.split('/');
    await sendStored(system, project, [thrown({ timestamp: new Date().toISOString(), message: 'cart is empty' })]);

    await open(at('settings/general'));
    await page.getByRole('button', { name: `Delete ${slug} permanently…` }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${project.path} permanently?` });
    await dialog.getByText('Stored in the last 30 days: 1 exception.').waitFor();
    const act = dialog.getByRole('button', { name: 'Delete the project' });
    await dialog.getByRole('textbox').fill(`${slug}x`);
    expect(await act.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(slug);
    await act.click();
    await page.waitForURL(`**/${org}/settings/projects`);
    await page.getByRole('row', { name: new RegExp(`^${slug} done 1 exception`) }).waitFor();

    await open(`/${org}/settings/general`);
    await page.getByRole('button', { name: `Delete ${org} permanently…` }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(org);
    await page.getByRole('button', { name: 'Delete the organization' }).click();
    await page.waitForURL('**/profile/account');
    await page.getByRole('row', { name: new RegExp(`^${org} done 1 exception`) }).waitFor();
    expect((await page.request.get(`/api/0/organizations/${org}`)).status()).toBe(404);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 90_000);
});
