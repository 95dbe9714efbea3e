import { expect, test } from '@jest/globals';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';
import { settle } from './support/settle.js';

describeDashboard('an issue', (dashboard) => {
  test('is resolved in a release, and opens as a regression with the next one', async () => {
    const { system } = dashboard;
    const { page, problems, open, openIssues, project, at } = await openTenant(dashboard, 'member');
    const event = (release: string): ReturnType<typeof thrown> =>
      thrown({ release, timestamp: new Date().toISOString(), message: 'cart is empty' });
    const link = page.getByRole('link', { name: /cart is empty/ });
    await sendStored(system, project, [event('shop@1.0.0')]);
    await openIssues('cart is empty');
    await link.click();
    await page.getByRole('button', { name: 'More ways to resolve' }).click();
    await page.getByRole('menuitem', { name: 'Resolve in shop@1.0.0' }).click();
    await page.getByRole('heading', { level: 1, name: /resolved in shop@1\.0\.0/ }).waitFor();
    await settle(page);
    await open(at('issues'));
    expect(await link.count()).toBe(0);

    await sendStored(system, project, [event('shop@1.1.0')]);
    await openIssues('cart is empty', { status: 'open', regressed: true });
    expect(await link.textContent()).toContain('regressed');
    await link.click();
    await page.getByRole('heading', { level: 1, name: /regressed/ }).waitFor();
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);
});
