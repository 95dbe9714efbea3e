import { expect, test } from '@jest/globals';
import { ask, type Answer } from '../../e2e/support/http.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';

describeDashboard('a personal token', (dashboard) => {
  test('is created, shown once, used, and revoked', async () => {
    const { page, problems, open, project } = await openTenant(dashboard(), 'member');
    await open('/profile/tokens');
    await page.getByRole('textbox', { name: 'Name' }).fill('CI of the shop');
    await page.getByRole('button', { name: 'Create the token' }).click();
    const token = await page.getByRole('status').locator('code, pre').last().textContent();
    const use = (): Promise<Answer> =>
      ask(`${dashboard().system.baseUrl}/api/0/projects/${project.path}/issues`, {
        headers: { authorization: `Bearer ${token?.trim() ?? ''}` },
      });
    expect((await use()).status).toBe(200);
    await open('/profile/tokens');
    expect(await page.content()).not.toContain(token?.trim() ?? 'no token');
    await page.getByRole('button', { name: 'Revoke CI of the shop' }).click();
    await page.getByRole('button', { name: 'Revoke the token' }).click();
    await page.getByText('You have no token').waitFor();
    expect((await use()).status).toBe(401);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);
});
