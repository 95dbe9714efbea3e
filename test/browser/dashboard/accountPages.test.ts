import { expect, test } from '@jest/globals';
import { OTHER_PAGES, demoPath } from './support/demoPaths.js';
import { describeDashboard } from './support/describeDashboard.js';
import { FLAWLESS, inspectPage } from './support/inspectPage.js';

describeDashboard('every page of an organization, a person and a stranger', (dashboard) => {
  test.each(OTHER_PAGES)(
    '%s has no console error, violation of the policy, finding of axe or sideways scroll',
    async (name) => {
      const opened = await dashboard.signedIn('owner');
      await opened.open(await demoPath(dashboard, name));
      expect(await inspectPage(opened)).toEqual(FLAWLESS);
      await opened.page.context().close();
    },
    60_000,
  );

  test.each([
    '/sign-in',
    '/invitation?token=gone',
    '/reset-password?token=gone',
    '/unsubscribe?token=gone',
    '/no/such/page',
  ])(
    '%s is well-formed without a session',
    async (path) => {
      const opened = await dashboard.visit({ expected: ['/api/0/'] });
      await opened.open(path);
      expect(await inspectPage(opened)).toEqual(FLAWLESS);
      await opened.page.context().close();
    },
    60_000,
  );
});
