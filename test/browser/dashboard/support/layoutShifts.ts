import { type Page } from 'playwright-core';

/** Width and height of the windows in which pages must not move while they load. */
export const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** How long answers of the API are held back, so that what is shown meanwhile is painted. */
const DELAY_MS = 150;

const RECORD = `window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts.push(value);
}).observe({ type: 'layout-shift', buffered: true });`;

/** Delays the answers of the API, and records from the next navigation on how far parts of the page move. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(RECORD);
  await page.route('**/api/0/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    await route.continue();
  });
}

/** Returns the sum of all layout shifts since the navigation, in hundredths: a score of 0.1 is 10. */
export const sumOfShifts = async (page: Page): Promise<number> =>
  Math.round(100 * (await page.evaluate<number>('window.shifts.reduce((sum, value) => sum + value, 0)')));
