import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { describeDashboard } from './support/describeDashboard.js';
import { settle } from './support/settle.js';

/** Pages with tabs about alerts, and their tabs. `{…}`: of the demo. */
const PAGES = [
  ['{project}/alerts', ['Rules', 'History', 'Deliveries']],
  ['{project}/alerts?tab=deliveries', ['Rules', 'History', 'Deliveries']],
  ['{organization}/settings/alerts', ['Destinations', 'Rules', 'Maintenance', 'History', 'Deliveries']],
  ['{organization}/settings/alerts?tab=maintenance', ['Destinations', 'Rules', 'Maintenance', 'History', 'Deliveries']],
  ['{organization}/inbox', ['All', 'Unread', 'What reaches me']],
] as const;

const PHONE = { width: 390, height: 844 };

/** Presses of the Tab key after which a reader has passed everything above the tabs. */
const MOST_PRESSES = 60;

/** The focused tab as a reader sees it. */
interface Focused {
  readonly name: string;
  readonly isSelected: boolean;
  /** Whether all of it is in the window and in its row, clear of the fade at an end of it, and nothing covers it. */
  readonly isVisible: boolean;
  readonly hasRing: boolean;
}

describeDashboard('the tabs of alerts, on a phone with a keyboard', (dashboard) => {
  test.each(PAGES)(
    '%s: every tab is reached, and seen when it is',
    async (path, tabs) => {
      const { page, open, problems } = await dashboard.signedIn('owner', { viewport: PHONE });
      const { organization, project } = dashboard.demo;
      await open(`/${path.replace('{project}', `${organization}/${project}`).replace('{organization}', organization)}`);
      const first = await pressUntilTab(page);
      const seen = [first];
      for (const key of [...tabs.map(() => 'ArrowRight'), 'Home', 'End', 'ArrowLeft']) {
        await page.keyboard.press(key);
        await settle(page);
        const focused = await seenTab(page);
        if (focused !== undefined) seen.push(focused);
      }
      const begin = tabs.indexOf(first.name as never);
      const order = [...tabs.slice(begin), ...tabs.slice(0, begin), first.name, tabs[0], tabs.at(-1), tabs.at(-2)];
      expect(seen).toEqual(order.map((name) => ({ name, isSelected: true, isVisible: true, hasRing: true })));
      expect(problems.found()).toEqual([]);
      await page.context().close();
    },
    90_000,
  );
});

/** The focused tab once it is visible, or as it is after two seconds: the fades of its row follow the scrolling. */
async function seenTab(page: Page): Promise<Focused | undefined> {
  for (let left = 40; ; left -= 1) {
    const focused = await focusedTab(page);
    if (focused?.isVisible !== false || left === 0) return focused;
    await page.waitForTimeout(50);
  }
}

async function pressUntilTab(page: Page): Promise<Focused> {
  for (let press = 0; press < MOST_PRESSES; press += 1) {
    await page.keyboard.press('Tab');
    const focused = await seenTab(page);
    if (focused !== undefined) return focused;
  }
  throw new Error(`no tab has the focus after ${MOST_PRESSES} presses`);
}

/** `undefined` if no tab has the focus. */
function focusedTab(page: Page): Promise<Focused | undefined> {
  return page.evaluate<Focused | undefined>(`(() => {
    const tab = document.activeElement;
    if (tab?.getAttribute('role') !== 'tab') return undefined;
    const row = tab.parentElement;
    const [own, around] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    const style = getComputedStyle(row);
    const [before, after] = ['--before', '--after'].map((name) => parseFloat(style.getPropertyValue(name)) || 0);
    const isIn = own.left >= around.left + before - 1 && own.right <= around.right - after + 1 &&
      own.left >= 0 && own.right <= innerWidth && own.top >= 0 && own.bottom <= innerHeight;
    const top = document.elementFromPoint(own.left + own.width / 2, own.top + own.height / 2);
    const { outlineStyle, outlineWidth } = getComputedStyle(tab);
    return {
      name: tab.firstChild.textContent,
      isSelected: tab.getAttribute('aria-selected') === 'true',
      isVisible: isIn && tab.contains(top),
      hasRing: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    };
  })()`);
}
