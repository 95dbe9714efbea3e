import { expect, test } from '@jest/globals';
import { OTHER_PAGES, PROJECT_PAGES, demoPath } from './support/demoPaths.js';
import { describeDashboard } from './support/describeDashboard.js';
import { FLAWLESS, inspectPage } from './support/inspectPage.js';
import { recordShifts, shiftsOf, WINDOWS } from './support/layoutShifts.js';

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
      for (const viewport of WINDOWS) {
        const opened = await dashboard().signedIn('owner', { viewport });
        await recordShifts(opened.page);
        await opened.open(await demoPath(dashboard(), name));
        const { sum, moved } = await shiftsOf(opened.page);
        expect(sum < MOST_SHIFT ? [] : [viewport, sum, ...moved]).toEqual([]);
        await opened.page.context().close();
      }
    },
    60_000,
  );
});
