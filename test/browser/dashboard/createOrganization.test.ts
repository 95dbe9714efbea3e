import { expect, test } from '@jest/globals';
import { createTenant } from '../../e2e/support/tenant.js';
import { createAccount, signInLink } from './support/accounts.js';
import { describeOwnSystem } from './support/describeOwnSystem.js';
import { problemAt } from './support/problemAt.js';

const settings = () => Promise.resolve({ DEMO: '0', MAX_ORGANIZATIONS_PER_USER: '1' });

describeOwnSystem('a system whose users create organizations', settings, (own) => {
  test('refuses an unverified address, and problems at the field; then none is left to create', async () => {
    const { system, visit } = own;
    const project = await createTenant(system);
    const account = await createAccount(system, project.organization, 'viewer');
    const { page, open } = await visit({ expected: ['/api/0/'] });
    await open(await signInLink(system, account));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**/${project.path}/**`);
    await open('/create-organization');
    await page.getByRole('heading', { name: 'Your email address is not verified' }).waitFor();

    await system.sql('update users set email_verified_at = now() where email = $1', [account.email]);
    await open('/create-organization');
    const [organization, first] = [
      page.getByRole('textbox', { name: 'Organization' }),
      page.getByLabel('First project'),
    ];
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await organization.fill(project.organization);
    await first.fill('web');
    await create.click();
    expect(await problemAt(organization)).toContain('exists already');
    const mine = `own-${project.organization}`.slice(0, 60);
    await organization.fill(mine);
    await page.route(`**/api/0/projects/${mine}`, (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'exists', message: 'This project exists already.' } } }),
    );
    await create.click();
    expect(await problemAt(first)).toContain('This project exists already.');
    expect(await organization.getAttribute('aria-invalid')).toBeNull();
    await page.unroute(`**/api/0/projects/${mine}`);
    await create.click();
    await page.waitForURL(`**/${mine}/web/setup`);

    await page.getByRole('button', { name: /^Project:/ }).click();
    await page.getByRole('option', { name: /web/ }).first().waitFor();
    expect(await page.getByRole('option', { name: 'Create an organization' }).count()).toBe(0);
    await open('/create-organization');
    await page.getByRole('heading', { name: 'You cannot create another organization' }).waitFor();
    await page.context().close();
  }, 60_000);
});
