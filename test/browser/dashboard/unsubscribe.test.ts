import { afterAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { startMailReceiver, type MailReceiver } from '../../../services/alerts/src/testing/mailReceiver.js';
import { connectApi, type ApiClient } from '../../e2e/support/api.js';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { createTenant } from '../../e2e/support/tenant.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { describeOwnSystem, type OwnSystem } from './support/describeOwnSystem.js';
import { findAxeIssues } from './support/findAxeIssues.js';

const ADDRESS = 'team@example.com';
const PHONE = { width: 390, height: 844 };

let mail: MailReceiver;
afterAll(() => mail.close());

describeOwnSystem(
  'the unsubscribe link of an email',
  async (baseUrl) => {
    mail = await startMailReceiver();
    return { SMTP_URL: mail.url, MAIL_FROM: 'sluice@example.com', PUBLIC_URL: baseUrl };
  },
  (own) => {
    test('works by keyboard, without JavaScript', async () => {
      const { system, visit } = own;
      const project = await createTenant(system);
      const api = await connectApi(system, project);
      const alerts = `/api/0/organizations/${project.organization}/alerts`;
      const config = { addresses: [ADDRESS] };
      const destinationId = await create(api, `${alerts}/destinations`, { kind: 'email', name: 'Team', config });
      const rule = { name: 'New', conditions: [{ kind: 'new_issue' }], destinationIds: [destinationId] };
      await create(api, `${alerts}/rules`, rule);
      const readState = async (): Promise<unknown> =>
        ((await api.get(`${alerts}/destinations/${destinationId}`))['addresses'] as { state: string }[])[0]?.state;

      const { page } = await visit({ javaScriptEnabled: false, viewport: PHONE });
      await page.goto(await nextLink('confirm'));
      expect(await readState()).toBe('waiting');
      expect(await findIssues(page, own)).toEqual([]);
      await page.getByRole('button', { name: 'Get alerts' }).press('Enter');
      await page.waitForURL('**&done=true');
      expect(await page.locator('main').textContent()).toContain('The address is confirmed.');
      expect(await readState()).toBe('confirmed');

      mail.received.length = 0;
      await sendStored(system, project, [thrown({ at: 'a', message: 'card declined' })]);
      await page.goto(await nextLink('unsubscribe'));
      expect(await page.getByRole('heading').allTextContents()).toEqual(['Alerts by email']);
      expect(await readState()).toBe('confirmed');
      await page.getByRole('button', { name: 'Unsubscribe', exact: true }).waitFor();
      await page.keyboard.press('Tab');
      expect(await page.evaluate<boolean>(`document.activeElement?.matches('button:focus-visible')`)).toBe(true);
      expect(await findIssues(page, own)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.waitForURL('**&ended=true');
      expect(await page.locator('main').textContent()).toContain('You no longer get these emails.');
      expect(await readState()).toBe('unsubscribed');
      expect(await page.getByRole('button').allTextContents()).toEqual(['Send me the link']);
      expect(await findIssues(page, own)).toEqual([]);
      await page.context().close();
    }, 120_000);
  },
);

async function create(api: ApiClient, path: string, body: object): Promise<string> {
  const { status, json } = await api.request('POST', path, { body });
  expect([status, json]).toEqual([201, expect.anything()]);
  return (json as { readonly id: string }).id;
}

/** The findings of axe on what a page without JavaScript shows. Axe needs scripts, so it gets a copy of the page. */
async function findIssues(page: Page, { visit }: OwnSystem): Promise<readonly string[]> {
  const body = (await page.content()).replaceAll(/<script.*?<\/script>|<\/?noscript>/gs, '');
  const { page: copy } = await visit({ viewport: PHONE });
  await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html', body }));
  await copy.goto(page.url());
  const issues = await findAxeIssues(copy);
  await copy.emulateMedia({ colorScheme: 'dark' });
  const dark = await findAxeIssues(copy, 'colors');
  await copy.context().close();
  return [...issues, ...dark];
}

/** The link of this kind in a mail, whose lines may be folded or broken. */
function linkIn(raw: string, kind: 'confirm' | 'unsubscribe'): string | undefined {
  return new RegExp(`http\\S+/api/0/alerts/${kind}\\?token=[\\w-]+`).exec(
    raw
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .replaceAll(/=\r\n/g, '')
      .replaceAll('=3D', '='),
  )?.[0];
}

function nextLink(kind: 'confirm' | 'unsubscribe'): Promise<string> {
  return waitFor(() => mail.received.map(({ raw }) => linkIn(raw, kind)).find((one) => one !== undefined), {
    what: `a mail with a link: ${kind}`,
    timeoutMs: 30_000,
  });
}
