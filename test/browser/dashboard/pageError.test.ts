import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { THROWN } from '../../../packages/build-plugin/src/testing/shopApp.js';
import { buildPlugin } from '../../../packages/build-plugin/src/testing/runBuild.js';
import { removeShops } from '../../../packages/build-plugin/src/testing/shopBuild.js';
import { describeDashboard } from './support/describeDashboard.js';
import { failInShop, RELEASE, SHOPPER } from './support/failInShop.js';
import { openTenant } from './support/openTenant.js';
import { settle } from './support/settle.js';

const TITLE = `RangeError: ${THROWN.message}`;

describeDashboard('an error of a page', (dashboard) => {
  beforeAll(buildPlugin, 120_000);
  afterAll(removeShops);

  test('leads to its source line, its trace, its replay and its user', async () => {
    const { browser, system } = dashboard;
    const { page, problems, open, openIssues, project } = await openTenant(dashboard, 'member');
    await failInShop(browser, system, project);
    await openIssues(THROWN.message);
    await page.getByRole('link', { name: new RegExp(THROWN.message) }).click();
    await page.waitForURL(/\/issues\/\d+/);
    await settle(page);
    const issue = page.url();
    await expectSourceLine(page);
    expect(await page.getByRole('region', { name: 'This event' }).textContent()).toContain(RELEASE);

    await follow(page, 'Trace', /\/traces\/[\da-f]{32}/);
    await expectTrace(page);
    await open(issue);
    await follow(page, 'Replay', /\/replays\/[\da-f]+\?at=\d+$/);

    await expectReplay(page);
    await open(issue);
    await follow(page, 'User', /\/users\//);
    await expectUser(page, new URL(issue).pathname);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 120_000);
});

/** Follows a link of the card "This event"; resolves when its page has loaded. */
async function follow(page: Page, fact: string, path: RegExp): Promise<void> {
  const card = page.getByRole('region', { name: 'This event' });
  await card.locator('dt', { hasText: fact }).locator('xpath=following-sibling::dd[1]').getByRole('link').click();
  await page.waitForURL(path);
  await settle(page);
}

async function expectSourceLine(page: Page): Promise<void> {
  const stack = page.getByRole('region', { name: 'Stack trace' });
  const [frame, source] = [stack.locator('li').first(), stack.getByLabel('Source lines').first()];
  expect(await frame.textContent()).toContain(`${THROWN.function} ${THROWN.file}:${THROWN.line}:`);
  expect(await source.locator('[class*="hit"]').textContent()).toMatch(/^10\s+throw new RangeError\('count of an item/);
}

async function expectTrace(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: '/', exact: true }).waitFor();
  expect(await page.getByRole('main').textContent()).toContain('1 exception');
  const failed = page
    .getByRole('tree', { name: 'Spans' })
    .getByRole('treeitem')
    .filter({ has: page.getByTitle('Status error') });
  await failed.first().waitFor();
  expect(await failed.allTextContents()).toEqual([expect.stringMatching(/^checkout/)]);
}

async function expectReplay(page: Page): Promise<void> {
  const player = page.getByRole('region', { name: 'Player' });
  await player.getByRole('button', { name: 'Play' }).waitFor();
  const recorded = page.frameLocator('iframe[title="Recorded page"]').frameLocator('iframe');
  await recorded.locator('button#checkout').waitFor();
  const moment = page.getByRole('list', { name: 'What happened' }).getByRole('listitem').filter({ hasText: TITLE });
  await moment.getByRole('button').click();
  await page
    .getByRole('list', { name: 'What happened' })
    .locator('[aria-current="step"]', { hasText: TITLE })
    .waitFor();
  expect(await moment.getByRole('link').getAttribute('href')).toMatch(/\/issues\/\d+/);
}

async function expectUser(page: Page, issuePath: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: SHOPPER.name }).waitFor();
  expect(await page.getByRole('main').textContent()).toContain(SHOPPER.email);
  const moments = page.locator('section', { has: page.getByRole('heading', { name: 'Timeline' }) }).locator('li');
  // Requests are hidden until they are asked for: there are many.
  await page.getByRole('button', { name: 'Requests', pressed: false }).click();
  for (const kind of ['Exception', 'Trace', 'Replay']) await moments.filter({ hasText: kind }).first().waitFor();
  const exception = moments.filter({ hasText: THROWN.message }).getByRole('link');
  expect(new URL((await exception.getAttribute('href')) ?? '', page.url()).pathname).toBe(issuePath);
}
