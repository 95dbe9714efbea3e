import { expect, test } from '@jest/globals';
import { OTHER_PAGES, PROJECT_PAGES, demoPath } from './support/demoPaths.js';
import { describeDashboard } from './support/describeDashboard.js';
import { FLAWLESS, inspectPage } from './support/inspectPage.js';
import { recordShifts, shiftsOf, WINDOWS } from './support/layoutShifts.js';
import { type Opened } from './support/visitPage.js';

/** In hundredths: half of what is called good (0.1). */
const MOST_SHIFT = 5;

describeDashboard('every page of a project', (dashboard) => {
  const [WIDE, PHONE] = WINDOWS;

  test.each(PROJECT_PAGES)(
    '%s does not move while it loads, and has no console error, violation of the policy, finding of axe or sideways scroll',
    async (name) => {
      const { opened, moved } = await visit(name, WIDE);
      expect(moved).toEqual([]);
      expect(await inspectPage(opened)).toEqual(FLAWLESS);
      await opened.page.context().close();
    },
    60_000,
  );

  test.each([...PROJECT_PAGES, ...OTHER_PAGES])(
    '%s does not move while it loads on a phone',
    (name) => expectStill(name, PHONE),
    60_000,
  );

  test.each(OTHER_PAGES)('%s does not move while it loads', (name) => expectStill(name, WIDE), 60_000);

  /** Opens a page of the demo. Returns it, and what moved until it had loaded: nothing. */
  async function visit(
    name: string,
    viewport: (typeof WINDOWS)[number],
  ): Promise<{ opened: Opened; moved: unknown[] }> {
    const opened = await dashboard.signedIn('owner', { viewport });
    await recordShifts(opened.page);
    await opened.open(await demoPath(dashboard, name));
    const { sum, moved } = await shiftsOf(opened.page);
    return { opened, moved: sum < MOST_SHIFT ? [] : [viewport, sum, ...moved] };
  }

  async function expectStill(name: string, viewport: (typeof WINDOWS)[number]): Promise<void> {
    const { opened, moved } = await visit(name, viewport);
    expect(moved).toEqual([]);
    await opened.page.context().close();
  }
});
