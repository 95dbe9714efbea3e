import { expect, test } from '@jest/globals';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { describeDashboard } from './support/describeDashboard.js';
import { findAxeIssues } from './support/findAxeIssues.js';
import { openTenant } from './support/openTenant.js';

const MOST_MERGED = 51;
const MEMBERS = 130;

describeDashboard('triage', (dashboard) => {
  test('of more issues than one merge takes says the limit before it sends anything', async () => {
    const { page, problems, project, openIssues } = await openTenant(dashboard, 'member');
    const timestamp = new Date().toISOString();
    const events = Array.from({ length: MOST_MERGED + 1 }, (_, index) =>
      thrown({ timestamp, message: `fault ${index}`, fingerprint: [`fault ${index}`] }),
    );
    await sendStored(dashboard.system, project, events);
    await openIssues('fault 1');
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByRole('row', { name: /fault/ }).nth(MOST_MERGED).waitFor();
    await page.getByRole('checkbox', { name: 'Select all issues of the list' }).check();
    const bar = page.getByRole('toolbar', { name: 'Selected issues' });
    await bar.getByText(`at most ${MOST_MERGED} at once`).waitFor();
    const merge = bar.getByRole('button', { name: 'Merge' });
    expect(await merge.isDisabled()).toBe(true);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findAxeIssues(page, 'colors')).toEqual([]);
    await page.getByRole('row', { name: /fault/ }).first().getByRole('checkbox').uncheck();
    expect(await merge.isDisabled()).toBe(false);
    await merge.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await page.getByText(`Merged ${MOST_MERGED} issues.`).waitFor();
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 90_000);

  test('assigns an issue to a member whom no first page of members lists', async () => {
    const { system } = dashboard;
    const { page, problems, project, openIssues } = await openTenant(dashboard, 'member');
    await system.sql(
      `with made as (
         insert into users (email, name)
         select $1 || n || '@example.com', case when n = $2 then 'Zora Last' else 'Member ' || n end
         from generate_series(1, $2::int) as n order by n returning id)
       insert into memberships (organization_id, user_id, role)
       select o.id, made.id, 'member' from made, organizations o where o.slug = $1`,
      [project.organization, MEMBERS],
    );
    await sendStored(system, project, [thrown({ timestamp: new Date().toISOString(), message: 'unassigned' })]);
    await openIssues('unassigned');
    await page.getByRole('link', { name: /unassigned/ }).click();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByRole('combobox', { name: 'Assignee' }).fill('Zora');
    await page.getByRole('option', { name: /Zora Last/ }).click();
    await page.getByRole('button', { name: 'Zora Last' }).waitFor();
    await page.getByText('assigned it to Zora Last').waitFor();
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 90_000);
});
