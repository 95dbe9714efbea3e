import { expect, test } from '@jest/globals';
import { PROJECT_PAGES, demoPath } from './support/demoPaths.js';
import { describeDashboard } from './support/describeDashboard.js';
import { FLAWLESS, inspectPage } from './support/inspectPage.js';

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
});
