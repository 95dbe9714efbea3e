import { expect, test } from '@jest/globals';
import { sendStored } from '../../e2e/support/sendStored.js';
import { spanEvent } from '../../e2e/support/spans.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';

describeDashboard('what a page is narrowed by', (dashboard) => {
  test.each([
    ['range=banana', '“banana” is not a range'],
    ['from=2026-11-03T00:00:00Z&to=2026-11-02T00:00:00Z', 'The end of the range must be after its start'],
  ])('a page with %s says what is wrong and offers the default', async (search, problem) => {
    const { demo, signedIn } = dashboard;
    const { page, open } = await signedIn('viewer');
    await open(`/${demo.organization}/${demo.project}/issues?${search}&status=all`);
    const note = page.getByRole('alert').filter({ hasText: problem });
    expect(await note.textContent()).toContain('This page shows the last 24 hours.');
    await note.getByRole('button', { name: 'Use the last 24 hours' }).click();
    await note.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?status=all');
    await page.context().close();
  });

  test('single traces are of the release, and the page says that its charts are not', async () => {
    const { demo, signedIn } = dashboard;
    const { page, open } = await signedIn('viewer');
    await open(`/${demo.organization}/${demo.project}/traces?tab=traces&range=30d&release=shop%401.2.3`);
    await page.getByText('all names, of every release').waitFor();
    expect(await page.getByText(/root spans? of every release/).count()).toBe(1);
    await page.context().close();
  });

  test('the search finds a metric behind the first hundred names', async () => {
    const { page, project, at, open } = await openTenant(dashboard, 'viewer');
    const names = Array.from({ length: 120 }, (_, index) => `size.${String(index).padStart(3, '0')}`);
    const spans = Array.from({ length: 12 }, (_, index) =>
      spanEvent({
        traceId: 'a'.repeat(32),
        uuid: index.toString(16).padStart(16, '0'),
        metrics: Object.fromEntries(names.slice(index * 10, index * 10 + 10).map((name) => [name, 1])),
      }),
    );
    await sendStored(dashboard.system, project, spans);
    await open(at('issues'));
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search' }).fill('size.119');
    await page.getByRole('option', { name: 'size.119' }).click();
    await page.getByRole('heading', { name: 'size.119' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(at('metrics/size.119'));
    await page.context().close();
  });
});
