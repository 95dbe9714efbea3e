import { expect, test } from '@jest/globals';
import { OTHER_PAGES, PROJECT_PAGES, demoPath } from './support/demoPaths.js';
import { describeDashboard } from './support/describeDashboard.js';
import { findAxeIssues } from './support/findAxeIssues.js';
import { settle } from './support/settle.js';

/** Width of the page beyond the window, in pixels: what a reader would have to scroll sideways. */
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describeDashboard('every page of the dashboard', (dashboard) => {
  test.each([...PROJECT_PAGES, ...OTHER_PAGES])(
    '%s has no console error, violation of the policy, finding of axe or sideways scroll',
    async (name) => {
      const { page, problems, open } = await dashboard().signedIn('owner');
      await open(await demoPath(dashboard(), name));
      const light = await findAxeIssues(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await findAxeIssues(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await settle(page);
      const phone = await findAxeIssues(page);
      expect({
        problems: problems.found(),
        light,
        dark,
        phone,
        overflow: await page.evaluate<number>(overflow),
      }).toEqual({
        ...{ problems: [], light: [], dark: [], phone: [], overflow: 0 },
      });
      await page.context().close();
    },
    60_000,
  );

  test.each(['/sign-in', '/invitation?token=gone', '/reset-password?token=gone', '/no/such/page'])(
    '%s is well-formed without a session',
    async (path) => {
      const { page, problems, open } = await dashboard().visit({ expected: ['/api/0/'] });
      await open(path);
      const light = await findAxeIssues(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await findAxeIssues(page);
      await page.setViewportSize({ width: 390, height: 844 });
      expect({ problems: problems.found(), light, dark, overflow: await page.evaluate<number>(overflow) }).toEqual({
        ...{ problems: [], light: [], dark: [], overflow: 0 },
      });
      await page.context().close();
    },
    60_000,
  );
});
