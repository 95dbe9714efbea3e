import { expect, test } from '@jest/globals';
import { hourStart, withinHour } from '../../e2e/support/clock.js';
import { makeEvents } from '../../e2e/support/events.js';
import { sendEvents } from '../../e2e/support/send.js';
import { startLedger } from '../../e2e/support/startLedger.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant, type OpenedTenant } from './support/openTenant.js';

/** The least that spike protection allows. */
const CAP = 1_000;
const BATCH = 500;

describeDashboard('the link of a message about spike protection', (dashboard) => {
  const linkOf = ({ at }: OpenedTenant, hour: string): string => at(`usage?lift=log&hour=${encodeURIComponent(hour)}`);

  test(
    'changes nothing when it is opened, and lifts the cap when an owner confirms',
    () =>
      withinHour(async () => {
        const opened = await openCapped('owner');
        const { page, problems, open } = opened;
        await open(linkOf(opened, hourStart(0)));
        const dialog = page.getByRole('dialog', { name: 'Lift the cap of log events for this hour?' });
        await dialog.waitFor();
        expect(await isLifted(opened)).toBe(false);
        await dialog.getByRole('button', { name: 'Keep the cap' }).click();
        await dialog.waitFor({ state: 'hidden' });
        expect(page.url()).not.toContain('lift=');
        expect(await isLifted(opened)).toBe(false);

        await open(linkOf(opened, hourStart(0)));
        await dialog.getByRole('button', { name: 'Lift it for this hour' }).click();
        await page.getByText(/^The cap of log events is lifted until /).waitFor();
        expect(await isLifted(opened)).toBe(true);
        await waitFor(async () => (await send(opened, 5)) === 5, { what: 'logs to be processed' });
        await open(linkOf(opened, hourStart(0)));
        await page
          .getByText(`The cap of log events of ${opened.project.slug} is lifted for this hour already.`)
          .waitFor();
        expect(problems.found()).toEqual([]);
        await page.context().close();
      }),
    120_000,
  );

  test(
    'says that its hour is over, or who can lift the cap',
    () =>
      withinHour(async () => {
        const opened = await openCapped('member');
        const { page, problems, open } = opened;
        await open(linkOf(opened, hourStart(1)));
        await page.getByText(/^The hour .* is over, and its cap with it/).waitFor();
        expect(await page.getByRole('button', { name: 'Lift it for this hour' }).count()).toBe(0);
        await open(linkOf(opened, hourStart(0)));
        await page.getByText(/Only admins and owners of the organization can lift it/).waitFor();
        expect(await page.getByRole('button', { name: 'Lift it for this hour' }).count()).toBe(0);
        expect(await isLifted(opened)).toBe(false);
        expect(problems.found()).toEqual([]);
        await page.context().close();
      }),
    120_000,
  );

  /** A project whose cap of logs is reached. */
  async function openCapped(role: 'owner' | 'member'): Promise<OpenedTenant> {
    const opened = await openTenant(dashboard, role);
    await startLedger(dashboard.system, opened.project);
    for (let sent = 0; sent < CAP; sent += BATCH) await send(opened, BATCH);
    expect(await send(opened, 1)).toBe(0);
    return opened;
  }

  /** Sends logs. @returns how many were processed */
  async function send({ project }: OpenedTenant, count: number): Promise<number> {
    const { json } = await sendEvents(dashboard.system.baseUrl, project, makeEvents('log', count));
    return (json as { readonly processed: number }).processed;
  }

  async function isLifted({ page, project }: OpenedTenant): Promise<boolean> {
    const answer = await page.request.get(`/api/0/projects/${project.path}/caps`);
    const { types } = (await answer.json()) as {
      readonly types: readonly { readonly type: string; readonly lifted: boolean }[];
    };
    return types.some(({ type, lifted }) => type === 'log' && lifted);
  }
});
