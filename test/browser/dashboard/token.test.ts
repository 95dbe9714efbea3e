import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildPlugin } from '../../../packages/build-plugin/src/testing/runBuild.js';
import { buildShop, removeShops, type ShopBuild } from '../../../packages/build-plugin/src/testing/shopBuild.js';
import { ask } from '../../e2e/support/http.js';
import { createAccount } from './support/accounts.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant, type OpenedTenant } from './support/openTenant.js';

const RELEASE = 'shop@2.0.0';

describeDashboard('a personal token', (dashboard) => {
  beforeAll(buildPlugin, 120_000);
  afterAll(removeShops);

  test('is created, shown once, used, and revoked', async () => {
    const opened = await openTenant(dashboard, 'member');
    const { page, problems, open } = opened;
    const token = await createToken(opened, 'CI of the shop', ['project:read']);
    expect(await statusOf(opened, token, 'issues')).toBe(200);
    await open('/profile/tokens');
    expect(await page.content()).not.toContain(token);
    await page.getByRole('button', { name: 'Revoke CI of the shop' }).click();
    await page.getByRole('button', { name: 'Revoke the token' }).click();
    await page.getByText('You have no token').waitFor();
    expect(await statusOf(opened, token, 'issues')).toBe(401);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);

  test('uploads maps by the build plugin, and ends with the membership', async () => {
    const { system } = dashboard;
    const opened = await openTenant(dashboard, 'member');
    const { page, problems, open, project, at } = opened;
    const authToken = await createToken(opened, 'Builds', ['project:releases']);
    const place = { url: system.baseUrl, org: project.organization, project: project.slug };
    const build = (release: string): Promise<ShopBuild> =>
      buildShop({ bundler: 'vite', options: { ...place, authToken, release } });
    expect(await build(RELEASE)).toMatchObject({ code: 0, warnings: [] });
    await open(at(`releases/${encodeURIComponent(RELEASE)}`));
    expect(await page.getByRole('main').textContent()).toMatch(/assets\/cart-[\w-]+\.js/);
    expect(problems.found()).toEqual([]);

    const owner = await dashboard.signedInAs(await createAccount(system, project.organization, 'owner'));
    await owner.open(`/${project.organization}/settings/members`);
    await owner.page.getByRole('button', { name: /^Remove member-/ }).click();
    const confirm = owner.page.getByRole('button', { name: 'Remove the member' });
    await confirm.click();
    await confirm.waitFor({ state: 'detached' });
    await owner.page.getByRole('row', { name: /member-/ }).waitFor({ state: 'detached' });
    expect(await statusOf(opened, authToken, 'sourcemaps')).toBe(401);
    const { code, warnings } = await build('shop@2.0.1');
    expect({ code, warnings }).toEqual({ code: 0, warnings: [expect.stringMatching(/token/)] });
    expect(owner.problems.found()).toEqual([]);
    await owner.page.context().close();
    await page.context().close();
  }, 90_000);

  /** Creates a token on the page of tokens, with these scopes instead of the one that is chosen at first. */
  async function createToken({ page, open }: OpenedTenant, name: string, scopes: readonly string[]): Promise<string> {
    await open('/profile/tokens');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    for (const scope of scopes) await page.getByRole('checkbox', { name: scope }).check();
    if (!scopes.includes('project:read')) await page.getByRole('checkbox', { name: 'project:read' }).uncheck();
    await page.getByRole('button', { name: 'Create the token' }).click();
    const token = page.getByRole('region', { name: 'New token' });
    await token.waitFor();
    return (await token.textContent()) ?? '';
  }

  async function statusOf({ project }: OpenedTenant, token: string, list: string): Promise<number> {
    const url = `${dashboard.system.baseUrl}/api/0/projects/${project.path}/${list}`;
    return (await ask(url, { headers: { authorization: `Bearer ${token}` } })).status;
  }
});
