import { type Page } from 'playwright-core';

/** Width and height of the windows in which pages must not move while they load. */
export const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** How long answers of the API are held back in turn, so that what is shown between any two of them is painted. */
const DELAYS_MS = [300, 100, 200];

const RECORD = `window.shifts = [];
{
  const name = (node) => (node instanceof Element ? node.outerHTML : (node?.textContent ?? 'a part that is gone')).slice(0, 120);
  const path = ({ node, previousRect: from, currentRect: to }) =>
    name(node) + ' from ' + from.x + ',' + from.y + ' ' + from.width + '×' + from.height +
    ' to ' + to.x + ',' + to.y + ' ' + to.width + '×' + to.height;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, moved: sources.map(path) });
  }).observe({ type: 'layout-shift', buffered: true });
}`;

interface Shifts {
  /** In hundredths: a score of 0.1 is 10. */
  readonly sum: number;
  /** What moved, and from where to where. */
  readonly moved: readonly string[];
}

/** Delays the answers of the API, and records from the next navigation on how far parts of the page move. */
export async function recordShifts(page: Page): Promise<void> {
  let answers = 0;
  await page.addInitScript(RECORD);
  await page.route('**/api/0/**', async (route) => {
    const delay = DELAYS_MS[answers++ % DELAYS_MS.length];
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.continue();
  });
}

/** Returns all layout shifts since the navigation. */
export async function shiftsOf(page: Page): Promise<Shifts> {
  const shifts = await page.evaluate<{ value: number; moved: string[] }[]>('window.shifts');
  return {
    sum: Math.round(100 * shifts.reduce((sum, { value }) => sum + value, 0)),
    moved: shifts.flatMap(({ moved }) => moved),
  };
}
