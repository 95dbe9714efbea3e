import { expect, test } from '@jest/globals';
import { describeOwnSystem } from './support/describeOwnSystem.js';
import { settle } from './support/settle.js';

const SETTINGS = { DEMO: '1' };

describeOwnSystem(
  'a system with the demo',
  () => Promise.resolve(SETTINGS),
  (own) => {
    test('the link that it prints opens the demo project as its owner, once', async () => {
      const { output, visit } = own;
      const link = /http:\/\/\S+\/sign-in\?token=\S+/.exec(await output())?.[0] ?? '';
      const { origin } = new URL(link);
      const { page, problems, open } = await visit({ baseURL: origin, expected: ['/api/0/session'] });
      await page.goto(link);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/demo\/demo\//);
      await settle(page);
      await page.getByRole('button', { name: 'Project: demo / demo' }).waitFor();
      await open('/demo/settings/members');
      const self = page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: 'you' });
      expect(await self.textContent()).toContain('owner');

      const other = await visit({ baseURL: origin, expected: ['/api/0/'] });
      await other.open(link);
      await other.page.getByRole('heading', { name: 'The link does not work' }).waitFor();
      expect([...problems.found(), ...other.problems.found()]).toEqual([]);
      await page.context().close();
      await other.page.context().close();
    }, 60_000);
  },
);
