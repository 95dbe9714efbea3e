import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rowsOf, waitForStored } from '../../e2e/support/stored.js';
import { type System } from '../../e2e/support/system.js';
import { createTenant } from '../../e2e/support/tenant.js';
import { useSystem } from '../../e2e/support/useSystem.js';
import { describeInEngines } from '../engines/describeInEngines.js';
import { composePage, elsewhere } from './support/composePage.js';
import { startClientSite, type ClientSite } from './support/clientSite.js';
import { dsnOf } from './support/dsnOf.js';

let system: System;
let site: ClientSite;
beforeAll(async () => {
  system = await useSystem();
  site = await startClientSite();
}, 180_000);
afterAll(async () => {
  site.stop();
  await system.stop();
});

describeInEngines('a page with the SDK', (engine) => {
  test.each(['no-referrer', 'same-origin', 'strict-origin-when-cross-origin'])(
    'and Referrer-Policy: %s sends what it has when it is left, to a project with allowed domains',
    async (policy) => {
      const project = await createTenant(system, { project: { allowedDomains: ['127.0.0.1'] } });
      const given = { dsn: dsnOf(system.baseUrl, project) };
      const start = `
        sluice.init({ ...given, transportOptions: { flushInterval: 600_000, onError } });
        sluice.log('info', 'last words');
      `;
      const url = await composePage({ site, given, start, headers: { 'Referrer-Policy': policy } }, `/${policy}`);
      await engine().open(url);
      await engine().open(new URL(elsewhere, url).href);
      await waitForStored(system, project, 1);
      expect(await rowsOf(system, project, 'log')).toMatchObject([{ message: 'last words' }]);
    },
  );
});
