import { expect, test } from '@jest/globals';
import { waitFor } from '../../e2e/support/waitFor.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';

describeDashboard('what Sentry SDKs send or drop besides events', (dashboard) => {
  test('is shown in Stats if there is any, and Setup links to what is not taken', async () => {
    const { page, problems, open, at, project } = await openTenant(dashboard, 'viewer', {
      viewport: { width: 1440, height: 500 },
    });
    const dropped = page.getByRole('region', { name: 'Dropped by SDKs' });
    const notTaken = page.getByRole('region', { name: 'Not taken' });
    await open(at('usage'));
    await page.getByText('Nothing was received in this range').waitFor();
    expect([await dropped.count(), await notTaken.count()]).toEqual([0, 0]);

    await dashboard.system.sql(
      `insert into sdk_counts
       select $1, date_trunc('hour', now()), kind, name, reason, 'gateway', count
       from (values ('item', 'session', '', 1200), ('item', 'check_in', '', 7),
         ('discarded', 'span', 'buffer_overflow', 201), ('discarded', 'error', 'ratelimit_backoff', 3))
         as counted (kind, name, reason, count)`,
      [project.id],
    );
    await open(at('setup'));
    const items = page.getByRole('main').getByRole('listitem');
    await items.filter({ hasText: '1,200session: Sluice does not store these. Nothing to do.' }).waitFor();
    await page.getByText('An SDK reached this server, but sent no event.').waitFor();
    await items.filter({ hasText: 'session' }).getByRole('link', { name: 'See them in Stats' }).click();
    await page.waitForURL(/\/usage#not-taken$/);
    await waitFor(async () => ((await notTaken.boundingBox())?.y ?? Infinity) < 500, { what: 'the scrolled page' });
    await notTaken.getByRole('row', { name: 'session 1,200' }).waitFor();
    await notTaken.getByRole('row', { name: 'check_in 7' }).waitFor();
    expect(await dropped.locator('tbody tr').allInnerTexts()).toEqual([
      'span\tbuffer_overflow\t201',
      'error\tratelimit_backoff\t3',
    ]);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);
});
