import { expect, test } from '@jest/globals';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';
import { settle } from './support/settle.js';
import { type Opened } from './support/visitPage.js';

const PASSWORD = 'correct horse battery staple';

describeDashboard('an invitation', (dashboard) => {
  test('makes a stranger a member, once, and is in the audit log', async () => {
    const owner = await openTenant(dashboard, 'owner');
    const { organization, path } = owner.project;
    const email = `invited-${organization}@example.com`;
    const link = await invite(owner, organization, email);
    await owner.page
      .getByRole('table', { name: 'Invitations' })
      .getByRole('cell', { name: email, exact: true })
      .waitFor();

    const guest = await dashboard.visit({ expected: ['/api/0/session'] });
    await accept(guest, link, 'Ina Vited');
    await guest.open(`/${path}/issues`);
    await guest.page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor();
    await guest.open(`/${organization}/settings/members`);
    expect(await guest.page.getByRole('main').textContent()).toContain('Only admins and owners can invite');
    await guest.open(`/${path}/settings/filters`);
    await guest.page.getByText('Only admins and owners of the organization can change settings.').waitFor();
    expect(await guest.page.getByRole('textbox', { name: 'New entry of Environments' }).count()).toBe(0);

    await owner.open(`/${organization}/settings/members`);
    const members = owner.page.getByRole('table', { name: 'Members' });
    expect(await members.getByRole('row', { name: /Ina Vited/ }).textContent()).toContain(email);
    expect(await owner.page.getByRole('table', { name: 'Invitations' }).count()).toBe(0);
    await owner.open(`/${organization}/settings/audit`);
    const log = owner.page.getByRole('row').filter({ hasText: email });
    expect((await log.allTextContents()).map((text) => /Member added|Invitation created/.exec(text)?.[0])).toEqual([
      'Member added',
      'Invitation created',
    ]);
    expect([...owner.problems.found(), ...guest.problems.found()]).toEqual([]);
    await owner.page.context().close();
    await guest.page.context().close();
  }, 60_000);

  test.each(['withdrawn', 'expired', 'accepted'])(
    'that is %s says what happened and what to do',
    async (state) => {
      const owner = await openTenant(dashboard, 'owner');
      const { organization } = owner.project;
      const email = `${state}-${organization}@example.com`;
      const link = await invite(owner, organization, email);
      if (state === 'withdrawn') {
        await owner.page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click();
        await owner.page.getByText(`The link for ${email} no longer works.`).waitFor();
      } else if (state === 'expired') {
        const end = `update links set expires_at = now() - interval '1 second' where email = $1`;
        await dashboard.system.sql(end, [email]);
      } else {
        const first = await dashboard.visit({ expected: ['/api/0/session'] });
        await accept(first, link, 'Ina Vited');
        await first.page.context().close();
      }
      const guest = await dashboard.visit({ expected: ['/api/0/'] });
      await guest.open(link);
      await guest.page.getByRole('heading', { name: 'The invitation does not work' }).waitFor();
      const words = await guest.page.getByRole('alert').textContent();
      expect(words).toContain('accepted or withdrawn, or its time is over');
      expect(words).toContain('ask an admin of the organization to invite you again');
      await guest.page.getByRole('link', { name: 'Sign in with a password' }).click();
      await guest.page.getByLabel('Email address').waitFor();
      expect([...owner.problems.found(), ...guest.problems.found()]).toEqual([]);
      await owner.page.context().close();
      await guest.page.context().close();
    },
    60_000,
  );
});

/** Invites an address with a role, and returns the link of the page. */
async function invite({ page, open }: Opened, organization: string, email: string): Promise<string> {
  await open(`/${organization}/settings/members`);
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = page.getByRole('region', { name: 'Invitation link' });
  await link.waitFor();
  return (await link.textContent()) ?? '';
}

/** Accepts an invitation in a browser without a session. */
async function accept({ page, open }: Opened, link: string, name: string): Promise<void> {
  await open(link);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL((url) => url.pathname !== '/invitation');
  await settle(page);
}
