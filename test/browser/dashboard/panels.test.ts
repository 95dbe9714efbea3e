import { expect, test } from '@jest/globals';
import { describeDashboard } from './support/describeDashboard.js';

/** Buttons of panels that float, and the role of what opens. */
const PANELS = [
  ['menu', /^Sort/],
  ['dialog', /^Filter$/],
] as const;

describeDashboard('a panel beside its button', (dashboard) => {
  test.each(PANELS)(
    'Tab leaves a %s for its button at both ends, and never for something hidden',
    async (role, name) => {
      const { organization, project } = dashboard.demo;
      const { page, problems, open } = await dashboard.signedIn('owner');
      await open(`/${organization}/${project}/issues`);
      const button = page.getByRole('button', { name });
      const panel = page.getByRole(role);
      const isFocused = (selector: string): Promise<boolean> =>
        page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);
      for (const key of ['Tab', 'Shift+Tab']) {
        await button.press('Enter');
        await page.locator('[data-open]:focus, [data-open] :focus').waitFor();
        while (await isFocused('[data-open], [data-open] *')) await page.keyboard.press(key);
        expect(await isFocused(`button[aria-haspopup=${role}]`)).toBe(true);
        // Shift+Tab may leave it open, as Base UI has it: the next one is above the button.
        if (key === 'Shift+Tab') await page.keyboard.press('Escape');
        await panel.waitFor({ state: 'detached' });
        expect(await isFocused(`button[aria-haspopup=${role}][aria-expanded=false]`)).toBe(true);
      }
      expect(problems.found()).toEqual([]);
      await page.context().close();
    },
    60_000,
  );
});
