import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { makeEvent } from '../../e2e/support/events.js';
import { sendEvents } from '../../e2e/support/send.js';
import { describeDashboard } from './support/describeDashboard.js';
import { FLAWLESS, inspectPage } from './support/inspectPage.js';
import { openTenant } from './support/openTenant.js';
import { settle } from './support/settle.js';

const EVENT_ID = 'fc6d8c0c43fc4630ad850ee518f1b9d0';
const CONTEXT = {
  before: ['    order = orders.get(cart_id)', '    total = 0', ''],
  line: '    return prices[item.sku] * item.count',
  after: ['', 'def run():'],
};
const LONG = `<Order items=[${Array.from({ length: 40 }, (_, index) => `'sku-${index}'`).join(', ')}]>`;
const PAYLOAD = {
  type: 'PricingError',
  message: 'no price for sku-17',
  platform: 'python',
  handled: false,
  frames: [
    {
      module: 'shop.cart',
      function: 'price',
      line: 17,
      inApp: true,
      context: CONTEXT,
      vars: { cart_id: "'c-17'", item: "<Item sku='sku-17' count=2>", order: LONG, discount: 'None' },
    },
    {
      module: 'django.core.handlers.base',
      function: '_get_response',
      file: 'django/core/base.py',
      line: 197,
      inApp: false,
    },
    {
      file: 'app/main.py',
      module: 'app.main',
      function: 'checkout',
      line: 41,
      inApp: true,
      vars: { request: '<WSGIRequest: POST /checkout>' },
    },
  ],
  cause: {
    type: 'KeyError',
    message: "'sku-17'",
    frames: [{ module: 'shop.prices', function: '__getitem__', line: 9, inApp: true, vars: { key: "'sku-17'" } }],
  },
};

describeDashboard('exceptions of other platforms', (dashboard) => {
  test.each([
    ['a desktop', { width: 1440, height: 900 }, 'light'],
    ['a phone', { width: 390, height: 844 }, 'dark'],
  ] as const)(
    'show modules, variables and causes on %s',
    async (_device, viewport, colorScheme) => {
      const opened = await openTenant(dashboard, 'viewer', { viewport, colorScheme });
      const { page, project, openIssues } = opened;
      const event = makeEvent('exception', { payload: PAYLOAD, contexts: { 'event.id': EVENT_ID } });
      await sendEvents(dashboard.system.baseUrl, project, [event]);
      await openIssues(PAYLOAD.message);
      await page.getByRole('link', { name: new RegExp(PAYLOAD.message) }).click();
      await shows(page, 'PricingError');
      const stack = page.getByRole('region', { name: 'Stack trace' });
      expect(await stack.getByRole('heading').textContent()).toBe('Stack trace 3 frames');
      expect(await stack.textContent()).not.toContain('resolved');
      const calls = stack.locator('summary[class*="line"], div[class*="line"]');
      expect(await calls.allTextContents()).toEqual([
        'price shop.cart:17',
        'checkout app/main.py:41 app.main',
        '__getitem__ shop.prices:9',
      ]);
      expect(await variablesOf(page)).toEqual(PAYLOAD.frames[0]?.vars);
      expect(await stack.getByText('Caused by').textContent()).toBe("Caused by KeyError 'sku-17'");
      const facts = page.getByRole('region', { name: 'This event' });
      expect(await facts.textContent()).toContain('Platformpython');
      expect(await inspectPage(opened)).toEqual(FLAWLESS);
      await page.context().close();
    },
    120_000,
  );

  test('are found by the id that their SDK logged', async () => {
    const { page, project, openIssues, problems } = await openTenant(dashboard, 'viewer');
    const event = makeEvent('exception', { payload: PAYLOAD, contexts: { 'event.id': EVENT_ID } });
    await sendEvents(dashboard.system.baseUrl, project, [event]);
    await openIssues(PAYLOAD.message);
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search' }).fill(EVENT_ID);
    await page.getByRole('option', { name: `PricingError: ${PAYLOAD.message}` }).click();
    await shows(page, 'PricingError');
    expect(new URL(page.url()).searchParams.get('event')).toMatch(/^[\da-f-]{36}$/);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('that are captured messages have their text as title, and no stack', async () => {
    const opened = await openTenant(dashboard, 'viewer');
    const { page, project, openIssues } = opened;
    const message = 'Payment failed: card declined';
    const payload = { type: 'Message', message, platform: 'python', level: 'warning', handled: true };
    await sendEvents(dashboard.system.baseUrl, project, [makeEvent('exception', { payload })]);
    await openIssues(message);
    await page.getByRole('link', { name: message }).click();
    await shows(page, message);
    expect(await page.getByRole('region', { name: 'Stack trace' }).count()).toBe(0);
    expect(await inspectPage(opened)).toEqual(FLAWLESS);
    await page.context().close();
  }, 120_000);
});

/** Resolves when the page of an issue with this heading has loaded. */
async function shows(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${heading}`) }).waitFor();
  await settle(page);
}

/** The variables that are shown first. */
async function variablesOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const list = page.getByRole('region', { name: 'Stack trace' }).locator('dl').first();
  const [names, values] = await Promise.all([
    list.locator('dt').allTextContents(),
    list.locator('dd').allTextContents(),
  ]);
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}
