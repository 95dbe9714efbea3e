import { expect, test } from '@jest/globals';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';
import { problemAt } from './support/problemAt.js';

describeDashboard('a refused form', (dashboard) => {
  test('shows the problem of a quota at its field', async () => {
    const { page, open, project } = await openTenant(dashboard, 'owner', { expected: ['/api/0/organizations/'] });
    await open(`/${project.organization}/settings/quotas`);
    const quota = page.getByLabel('Logs');
    await quota.fill('99999999999999999999');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await problemAt(quota)).toMatch(/^Must be /);
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
    await page.context().close();
  }, 60_000);

  test('shows the problem of a key at its field', async () => {
    const { page, open, at } = await openTenant(dashboard, 'owner', { expected: ['/keys'] });
    await open(at('settings/security'));
    await page.route('**/keys', (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'too_many', message: 'The project has 100 keys.' } } }),
    );
    const label = page.getByLabel('Label of a new key');
    await page.getByRole('button', { name: 'Create a key' }).click();
    expect(await problemAt(label)).toBe('The project has 100 keys.');
    await page.context().close();
  }, 60_000);
});
