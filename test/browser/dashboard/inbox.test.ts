import { expect, test } from '@jest/globals';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { createAccount } from './support/accounts.js';
import { createDefaultAlerts } from './support/alertsOf.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant, type OpenedTenant } from './support/openTenant.js';
import { type Opened } from './support/visitPage.js';

describeDashboard('alerts to members', (dashboard) => {
  test('are counted by the bell, read when they are opened, and end when the member chooses so', async () => {
    const opened = await openTenant(dashboard, 'member');
    const { page, problems, open, at, project } = opened;
    const { organization } = project;
    await notifyAllMembers(opened);
    const owner = await dashboard.signedInAs(await createAccount(dashboard.system, organization, 'owner'));
    await fail(opened, 'cart is empty');
    await waitFor(async () => (await unreadOf(opened, organization)) === 1, { what: 'a message' });

    await open(at('issues'));
    await page.getByRole('link', { name: 'Inbox, 1 unread message' }).click();
    await page.getByText('rule New issues and regressions').waitFor();
    await page.getByRole('link', { name: 'New issue: TypeError: cart is empty' }).click();
    await page.waitForURL(`**/${project.path}/issues/*`);
    await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
    await open(`/${organization}/inbox?tab=unread`);
    await page.getByText('Every message is still under All.').waitFor();

    await page.getByRole('tab', { name: 'What reaches me' }).click();
    const choice = page.getByRole('combobox', { name: 'Alerts of all projects' });
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await choice.selectOption({ label: 'Nothing' });
    expect((await saved).status()).toBe(200);
    await open(`/${organization}/inbox?tab=choices`);
    expect(await choice.inputValue()).toBe('none');
    await fail(opened, 'cart is lost');
    await waitFor(async () => (await unreadOf(owner, organization)) === 2, { what: 'the second message to the owner' });
    expect(await unreadOf(opened, organization)).toBe(0);
    expect(problems.found()).toEqual([]);
    await owner.page.context().close();
    await page.context().close();
  }, 120_000);

  test('say what was not sent before, with a link to the history', async () => {
    const opened = await openTenant(dashboard, 'owner');
    const { page, problems, open, project } = opened;
    const { organization } = project;
    await notifyAllMembers(opened);
    const mute = (until: string): Promise<unknown> =>
      dashboard.system.sql(
        `update alert_rules set muted_until = now() + $2::interval
         where name = 'New issues and regressions' and organization_id = (select id from organizations where slug = $1)`,
        [organization, until],
      );
    await mute('1 hour');
    await fail(opened, 'muted one');
    await open(`/${project.path}/alerts?tab=history`);
    await page.getByRole('row', { name: /muted one.*not sent The rule was muted/ }).waitFor();
    await mute('-1 hour');
    await fail(opened, 'heard one');
    await waitFor(async () => (await unreadOf(opened, organization)) === 1, { what: 'a message' });

    await open(`/${organization}/inbox`);
    await page.getByText(/1 other firing of “New issues and regressions” was not sent while it was muted/).waitFor();
    await page.getByRole('link', { name: 'Show unsent firings' }).click();
    await page.getByRole('row', { name: /heard one.*sent/ }).waitFor();
    await page.getByRole('row', { name: /muted one.*not sent/ }).waitFor();
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('are explained to a viewer, who cannot change their rules', async () => {
    const opened = await openTenant(dashboard, 'viewer', { expected: ['/alerts/'] });
    const { page, problems, open, at, project } = opened;
    await createDefaultAlerts(dashboard.system, project);
    await open(at('alerts'));
    await page.getByText('Only admins and owners can change rules.').waitFor();
    const row = page.getByRole('row', { name: /New issues and regressions/ });
    expect(await row.textContent()).toContain('When an issue is new');
    for (const path of [at('alerts'), at('alerts?rule=new'), `/${project.organization}/settings/alerts`]) {
      await open(path);
      const changing = page.getByRole('main').getByRole('button', { name: /^(New rule|Actions of|Add a|Create|Test)/ });
      expect(await changing.count()).toBe(0);
    }

    const { csrfToken } = (await (await page.request.get('/api/0/session')).json()) as { readonly csrfToken: string };
    const rule = { name: 'Mine', conditions: [{ kind: 'new_issue' }], destinationIds: [] };
    const url = `/api/0/projects/${project.path}/alerts/rules`;
    const answer = await page.request.post(url, { headers: { 'x-csrf-token': csrfToken }, data: rule });
    expect(answer.status()).toBe(403);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);

  /** The messages of the organization's owners go to all members. */
  async function notifyAllMembers({ project }: OpenedTenant): Promise<void> {
    const { system } = dashboard;
    await createDefaultAlerts(system, project);
    await system.sql(
      `update alert_destinations set config = '{"audience":"members"}'
       where name = 'Owners' and organization_id = (select id from organizations where slug = $1)`,
      [project.organization],
    );
  }

  async function fail({ project }: OpenedTenant, message: string): Promise<void> {
    const timestamp = new Date().toISOString();
    await sendStored(dashboard.system, project, [thrown({ timestamp, message, at: message })]);
  }

  async function unreadOf({ page }: Opened, organization: string): Promise<number> {
    const answer = await page.request.get(`/api/0/organizations/${organization}/alerts/inbox/unread`);
    return ((await answer.json()) as { readonly unread: number }).unread;
  }
});
