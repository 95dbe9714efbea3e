import { type Page } from 'playwright-core';

const HAS_CONTENT = `document.querySelector('main, form, h1') !== null && document.querySelector('[aria-busy="true"]') === null`;
const IS_STILL = `document.querySelector('[aria-busy="true"]') === null &&
  document.getAnimations().every(({ playState }) => playState !== 'running')`;

/** Resolves when the page shows what it loads: no part is busy, no request is open and no animation runs. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(HAS_CONTENT, undefined, { timeout: 15_000 });
  // Never idle while the page is live (server-sent events): then what is busy decides alone.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  await page.waitForFunction(IS_STILL, undefined, { timeout: 15_000 });
}
