import { expect, test } from '@jest/globals';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';
import { problemAt } from './support/problemAt.js';

describeDashboard('a form that is refused says so at the field', (dashboard) => {
  test('of a quota', async () => {
    const { page, open, project } = await openTenant(dashboard(), 'owner', { expected: ['/api/0/organizations/'] });
    await open(`/${project.organization}/settings/quotas`);
    const quota = page.getByLabel('Logs');
    await quota.fill('99999999999999999999');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await problemAt(quota)).toMatch(/^Must be /);
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
    await page.context().close();
  }, 60_000);

  test('of a key', async () => {
    const { page, open, at } = await openTenant(dashboard(), 'owner', { expected: ['/keys'] });
    await open(at('settings/security'));
    await page.route('**/keys', (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'too_many', message: 'The project has 100 keys.' } } }),
    );
    const label = page.getByLabel('Label of a new key');
    await page.getByRole('button', { name: 'Create a key' }).click();
    expect(await problemAt(label)).toBe('The project has 100 keys.');
    await page.context().close();
  }, 60_000);

  test('of a new organization, and of its project; then none is left to create', async () => {
    const { page, open, project } = await openTenant(dashboard(), 'viewer', { expected: ['/api/0/'] });
    const [organization, first] = [
      page.getByRole('textbox', { name: 'Organization' }),
      page.getByLabel('First project'),
    ];
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await open('/create-organization');
    await organization.fill(project.organization);
    await first.fill('web');
    await create.click();
    expect(await problemAt(organization)).toContain('exists already');
    const own = `own-${project.organization}`.slice(0, 60);
    await organization.fill(own);
    await page.route(`**/api/0/projects/${own}`, (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'exists', message: 'This project exists already.' } } }),
    );
    await create.click();
    expect(await problemAt(first)).toContain('This project exists already.');
    expect(await organization.getAttribute('aria-invalid')).toBeNull();
    await page.unroute(`**/api/0/projects/${own}`);
    await create.click();
    await page.waitForURL(`**/${own}/web/setup`);

    await page.getByRole('button', { name: /^Project:/ }).click();
    await page.getByRole('option', { name: /web/ }).first().waitFor();
    expect(await page.getByRole('option', { name: 'Create an organization' }).count()).toBe(0);
    await open('/create-organization');
    await page.getByRole('heading', { name: 'You cannot create another organization' }).waitFor();
    await page.context().close();
  }, 60_000);
});
