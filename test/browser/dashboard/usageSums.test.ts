import { expect, test } from '@jest/globals';
import { ask } from '../../e2e/support/http.js';
import { demoPath } from './support/demoPaths.js';
import { describeDashboard } from './support/describeDashboard.js';

const COLUMNS = ['received', 'processed', 'filtered', 'limited', 'invalid'] as const;

type Cell = Readonly<Record<(typeof COLUMNS)[number], number>> & { readonly type: string };

const numberOf = (text: string): number => Number(text.replaceAll(/\D/g, ''));

describeDashboard('Stats & Usage', (dashboard) => {
  test('displayed sums are those of the API, and add up in rows and columns', async () => {
    const { system, demo } = dashboard;
    const { page, open } = await dashboard.signedIn('viewer');
    const to = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
    const from = new Date(Date.parse(to) - 6 * 86_400_000).toISOString();
    const range = `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;
    await open(await demoPath(dashboard, `usage?${range}`));
    const table = page.getByRole('region', { name: 'Outcomes by type' });
    const rows = await Promise.all(
      (await table.locator('tbody tr').all()).map(async (row) => {
        const numbers = await row.getByRole('cell').allTextContents();
        return { type: await row.getByRole('rowheader').textContent(), numbers: numbers.map(numberOf) };
      }),
    );
    const url = `${system.baseUrl}/api/0/projects/${demo.organization}/${demo.project}/stats?interval=hour&${range}`;
    const { json } = await ask(url, { headers: { authorization: `Bearer ${demo.token}` } });
    const { data } = json as { readonly data: readonly Cell[] };
    const sums = (type: string | null): readonly number[] =>
      COLUMNS.map((name) =>
        data.reduce((sum, cell) => sum + (type === 'all' || cell.type === type ? cell[name] : 0), 0),
      );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows).toEqual(rows.map(({ type }) => ({ type, numbers: sums(type) })));
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['all', ...data.map(({ type }) => type)]));
    for (const { numbers } of rows) {
      const [received, ...outcomes] = numbers;
      expect(outcomes.reduce((sum, count) => sum + count, 0)).toBe(received);
    }
    expect(sums('all')[0]).toBeGreaterThan(1_000);
    await page.context().close();
  }, 60_000);

  test.each(['1h', '24h', '7d', '14d', '30d'])(
    'sums of the range %s are the same in the sentence, the types, the reasons and the chart',
    async (range) => {
      const { page, open } = await dashboard.signedIn('viewer');
      await open(await demoPath(dashboard, `usage?range=${range}`));
      const all = page.getByRole('region', { name: 'Outcomes by type' }).getByRole('row', { name: /^all/ });
      await all.or(page.getByText('Nothing was received in this range')).waitFor();
      const sentence = (await page.locator('header p').first().textContent()) ?? '';
      const [received = 0, ...outcomes] =
        sentence
          .split('·')[0]
          ?.replace(/\(.*?\)/, '')
          .split(/[=+]/)
          .map(numberOf) ?? [];
      expect(outcomes.reduce((sum, count) => sum + count, 0)).toBe(received);
      const isEmpty = (await all.count()) === 0;
      const shown = isEmpty ? [0, 0, 0, 0, 0] : (await all.getByRole('cell').allTextContents()).map(numberOf);
      expect(shown).toEqual([received, ...outcomes]);
      const refused = received - (outcomes[0] ?? 0);
      const reasons = page.locator('#why');
      expect(isEmpty ? 0 : numberOf((await reasons.locator('header div').first().textContent()) ?? '')).toBe(refused);
      await page.context().close();
    },
    60_000,
  );
});
