import { expect, test } from '@jest/globals';
import { OTHER_PAGES, PROJECT_PAGES, demoPath } from './support/demoPaths.js';
import { describeDashboard } from './support/describeDashboard.js';
import { FLAWLESS, inspectPage } from './support/inspectPage.js';
import { recordShifts, sumOfShifts, WINDOWS } from './support/layoutShifts.js';

/** In hundredths: half of what is called good (0.1). */
const MOST_SHIFT = 5;

describeDashboard('every page of a project', (dashboard) => {
  test.each(PROJECT_PAGES)(
    '%s has no console error, violation of the policy, finding of axe or sideways scroll',
    async (name) => {
      const opened = await dashboard().signedIn('owner');
      await opened.open(await demoPath(dashboard(), name));
      expect(await inspectPage(opened)).toEqual(FLAWLESS);
      await opened.page.context().close();
    },
    60_000,
  );

  test.each([...PROJECT_PAGES, ...OTHER_PAGES])(
    '%s does not move while it loads',
    async (name) => {
      const shifts: number[] = [];
      for (const viewport of WINDOWS) {
        const opened = await dashboard().signedIn('owner', { viewport });
        await recordShifts(opened.page);
        await opened.open(await demoPath(dashboard(), name));
        shifts.push(await sumOfShifts(opened.page));
        await opened.page.context().close();
      }
      expect(Math.max(...shifts)).toBeLessThan(MOST_SHIFT);
    },
    60_000,
  );
});
