import { expect, test } from '@jest/globals';
import { postStore, sentryEvent } from '../../e2e/support/intake/envelopes.js';
import { describeDashboard } from './support/describeDashboard.js';
import { FLAWLESS, inspectPage } from './support/inspectPage.js';
import { openTenant } from './support/openTenant.js';
import { settle } from './support/settle.js';

/** What the SDK for Python makes of a group whose second exception was raised from another one. */
const GROUP = sentryEvent({
  platform: 'python',
  exception: {
    values: [
      value('KeyError', "'sku-17'", { exception_id: 3, parent_id: 2, source: '__cause__' }),
      value('PricingError', 'no price for sku-17', { exception_id: 2, parent_id: 0, source: 'exceptions[1]' }),
      value('TimeoutError', 'stock did not answer', { exception_id: 1, parent_id: 0, source: 'exceptions[0]' }),
      value('ExceptionGroup', 'checkout failed (2 sub-exceptions)', { exception_id: 0, is_exception_group: true }),
    ],
  },
});

describeDashboard('an exception group', (dashboard) => {
  test('shows which exceptions are its parts, and which one is the cause of a part', async () => {
    const opened = await openTenant(dashboard, 'viewer');
    const { page, project, openIssues } = opened;
    expect(await postStore(dashboard.system, project, GROUP)).toMatchObject({ status: 200 });
    await openIssues('checkout failed');
    await page.getByRole('link', { name: /checkout failed/ }).click();
    await page.getByRole('heading', { level: 1, name: /^ExceptionGroup/ }).waitFor();
    await settle(page);
    const stack = page.getByRole('region', { name: 'Stack trace' });
    expect(await stack.locator('p', { hasText: /^(?:Caused by|\d of)/ }).allTextContents()).toEqual([
      '1 of 2 in ExceptionGroup: TimeoutError stock did not answer',
      '2 of 2 in ExceptionGroup: PricingError no price for sku-17',
      "Caused by KeyError 'sku-17'",
    ]);
    expect(await inspectPage(opened)).toEqual(FLAWLESS);
    await page.context().close();
  }, 60_000);
});

function value(type: string, text: string, mechanism: object): object {
  const frame = {
    module: 'shop.cart',
    function: type.toLowerCase(),
    filename: 'shop/cart.py',
    lineno: 17,
    in_app: true,
  };
  const lines = { context_line: `    raise ${type}()`, pre_context: ['def run():'], post_context: [''] };
  return {
    type,
    value: text,
    mechanism: { type: 'chained', handled: true, ...mechanism },
    stacktrace: { frames: [{ ...frame, ...lines }] },
  };
}
