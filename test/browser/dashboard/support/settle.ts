import { type Page } from 'playwright-core';
import { waitFor } from '../../../e2e/support/waitFor.js';

const HAS_CONTENT = `document.querySelector('main, form, h1') !== null && document.querySelector('[aria-busy="true"]') === null`;
const IS_STILL = `document.querySelector('[aria-busy="true"]') === null &&
  document.getAnimations().every(({ playState }) => playState !== 'running')`;

/**
 * Resolves when the page shows what it loads: no part is busy, no request is open and no animation runs. Asks through the
 * debugger: `waitForFunction` evaluates text within the page, which the content security policy refuses.
 */
export async function settle(page: Page): Promise<void> {
  const until = (expression: string): Promise<boolean> =>
    waitFor(() => page.evaluate<boolean>(expression), { what: `${page.url()} to settle: ${expression}` });
  await until(HAS_CONTENT);
  // Never idle while the page is live (server-sent events): then what is busy decides alone.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  await until(IS_STILL);
}
