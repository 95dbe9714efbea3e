import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { hourStart } from '../../e2e/support/clock.js';
import { describeDashboard } from './support/describeDashboard.js';
import { findAxeIssues, isOfEveryMenu } from './support/findAxeIssues.js';
import { FLAWLESS, inspectPage } from './support/inspectPage.js';
import { type Opened } from './support/visitPage.js';

const PHONE = { width: 390, height: 844 };

/** Pages about alerts, with all of their forms. `{…}`: of the demo. */
const PAGES = [
  '{project}/alerts',
  '{project}/alerts?tab=history',
  '{project}/alerts?tab=deliveries',
  '{project}/alerts?rule=new',
  '{project}/alerts?rule=new&template=new-issue',
  '{project}/alerts?rule=new&template=slow-endpoint',
  '{organization}/settings/alerts',
  '{organization}/settings/alerts?tab=rules',
  '{organization}/settings/alerts?tab=maintenance',
  '{organization}/settings/alerts?tab=history',
  '{organization}/settings/alerts?tab=deliveries',
  '{organization}/settings/alerts?destination=new',
  '{organization}/settings/alerts?destination=new&kind=webhook',
  '{organization}/inbox',
  '{organization}/inbox?tab=choices',
] as const;

/** Pages with menus. */
const MENUS = ['{organization}/settings/alerts', '{organization}/settings/alerts?tab=rules'] as const;

describeDashboard('pages about alerts', (dashboard) => {
  test.each(PAGES)(
    '%s has no control that is cut on a phone',
    async (path) => {
      const { page } = await openPath(path, PHONE);
      expect(await cutControls(page)).toEqual([]);
      await page.context().close();
    },
    60_000,
  );

  test.each(MENUS)(
    'a menu of %s is well-formed, and has colors with enough contrast in light and dark',
    async (path) => {
      const { page } = await openPath(path);
      await page
        .getByRole('button', { name: /^Actions of/ })
        .first()
        .click();
      await page.getByRole('menu').waitFor();
      const light = (await findAxeIssues(page)).filter((finding) => !isOfEveryMenu(finding));
      await page.emulateMedia({ colorScheme: 'dark' });
      expect({ light, dark: await findAxeIssues(page, 'colors') }).toEqual({ light: [], dark: [] });
      await page.context().close();
    },
    60_000,
  );

  test('the question that lifts a cap is well-formed', async () => {
    const opened = await openPath('{project}/usage?lift=log&hour={hour}');
    await opened.page.getByRole('dialog').waitFor();
    expect(await inspectPage(opened)).toEqual(FLAWLESS);
    await opened.page.context().close();
  }, 60_000);

  async function openPath(path: string, viewport?: typeof PHONE): Promise<Opened> {
    const { organization, project } = dashboard.demo;
    const opened = await dashboard.signedIn('owner', viewport === undefined ? {} : { viewport });
    const names = { project: `${organization}/${project}`, organization, hour: encodeURIComponent(hourStart(0)) };
    await opened.open(`/${path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof names) => names[name])}`);
    return opened;
  }
});

/** The names of controls of which a part is outside of the window or of a box that scrolls or cuts, other than rows of tabs. */
function cutControls(page: Page): Promise<readonly string[]> {
  return page.evaluate<
    readonly string[]
  >(`[...document.querySelectorAll('main :is(a, button, input, select, textarea, summary)')]
    .filter((control) => control.checkVisibility() && control.closest('[role=tablist], nav') === null)
    .filter((control) => {
      const own = control.getBoundingClientRect();
      for (let box = control.parentElement; box !== null; box = box.parentElement) {
        const isOpen = getComputedStyle(box).overflowX === 'visible' && box !== document.documentElement;
        const { left, right } = box.getBoundingClientRect();
        if (!isOpen && (own.left < left - 1 || own.right > right + 1)) return true;
      }
      return false;
    })
    .map((control) => control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? control.textContent)`);
}
