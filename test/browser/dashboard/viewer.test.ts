import { expect, test } from '@jest/globals';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';

describeDashboard('a viewer', (dashboard) => {
  test('reads, sees what other roles may do, and is refused by the server', async () => {
    const { system, demo } = dashboard;
    const foreign = `/api/0/projects/${demo.organization}/${demo.project}`;
    const { page, problems, open, openIssues, project, at } = await openTenant(dashboard, 'viewer', {
      expected: [foreign],
    });
    await sendStored(system, project, [thrown({ timestamp: new Date().toISOString(), message: 'cart is empty' })]);
    await openIssues('cart is empty');
    await page.getByRole('link', { name: /cart is empty/ }).click();
    await page.getByText('Viewers cannot change issues.').waitFor();
    expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(0);
    await open(at('settings/filters'));
    await page.getByText('Only admins and owners of the organization can change settings.').waitFor();
    await page.getByText('No entries: nothing is dropped by this filter.').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'New entry of Environments' }).count()).toBe(0);

    const session = (await (await page.request.get('/api/0/session')).json()) as { readonly csrfToken: string };
    const settings = `/api/0/projects/${project.path}/settings`;
    const change = { headers: { 'x-csrf-token': session.csrfToken }, data: { filters: { environments: ['*'] } } };
    expect((await page.request.patch(settings, change)).status()).toBe(403);
    expect((await page.request.patch(settings, { data: change.data })).status()).toBe(403);
    expect((await page.request.get(settings)).status()).toBe(200);
    expect((await page.request.get(`${foreign}/issues`)).status()).toBe(404);
    await open(`/${demo.organization}/${demo.project}/issues`);
    expect(await page.getByRole('main').textContent()).not.toContain('percent');
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);
});
