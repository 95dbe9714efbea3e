import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { demoPath } from './support/demoPaths.js';
import { describeDashboard } from './support/describeDashboard.js';
import { settle } from './support/settle.js';

interface Thrown {
  readonly id: string;
  readonly issueId: string;
  readonly replayId: string | null;
}

/** An event of the bad release that was recorded. */
async function eventWithReplay(page: Page, project: string): Promise<Thrown> {
  const answer = await page.request.get(`/api/0/projects/${project}/exceptions?query=percent&limit=100`);
  const { data } = (await answer.json()) as { readonly data: readonly Thrown[] };
  const found = data.find(({ replayId }) => replayId !== null);
  if (found === undefined) throw new Error(`no recorded event among ${JSON.stringify(data[0])}`);
  return found;
}

describeDashboard('from a page error to its cause', (dashboard) => {
  test('the issue of a bad release leads to the source line, the trace, the replay and the user', async () => {
    const { demo } = dashboard();
    const { page, problems, open } = await dashboard().signedIn('member');
    await open(await demoPath(dashboard(), 'issues?query=percent&range=14d'));
    await page
      .getByRole('link', { name: /percent/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Stack trace' }).waitFor();
    await settle(page);
    expect(await page.getByLabel('Source lines').first().textContent()).toContain('line.discount.percent');

    const { issueId, id } = await eventWithReplay(page, `${demo.organization}/${demo.project}`);
    const issue = await demoPath(dashboard(), `issues/${issueId}?event=${id}&range=14d`);
    await open(issue);
    const facts = page.getByRole('region', { name: 'This event' });
    await facts.getByRole('link', { name: /spans?$/ }).click();
    await page.waitForURL(/\/traces\/\w/);
    await page.getByRole('treeitem').or(page.getByRole('row')).nth(1).waitFor();
    await settle(page);

    await open(issue);
    await facts.getByRole('link', { name: /before, .* after/ }).click();
    await page.waitForURL(/\/replays\/\w.*at=/);
    await page.locator('iframe').waitFor();
    await settle(page);

    await open(issue);
    await facts.locator('a[href*="/users/"]').click();
    await page.waitForURL(/\/users\/\w/);
    await settle(page);
    await page
      .getByRole('main')
      .getByText(/percent/)
      .first()
      .waitFor();
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);
});
