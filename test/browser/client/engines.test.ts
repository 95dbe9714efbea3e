import { expect, test } from '@jest/globals';
import { rowsOf, waitForStored } from '../../e2e/support/stored.js';
import { createTenant } from '../../e2e/support/tenant.js';
import { useSystem, useTenant, useApiClient } from '../../e2e/support/useSystem.js';
import { describeInEngines } from '../engines/describeInEngines.js';
import { bundle } from './support/bundle.js';
import { composePage, elsewhere } from './support/composePage.js';
import { useClientSite } from './support/clientSite.js';
import { dsnOf } from './support/dsnOf.js';

const system = useSystem();
const site = useClientSite();
/** The project that all engines report to. */
const shared = useTenant(system);
/** Shared, because creating a token takes seconds. */
const api = useApiClient(system, shared, 'project:read');

let engines = 0;

describeInEngines('a page with the SDK', (engine) => {
  test.each(['no-referrer', 'same-origin', 'strict-origin-when-cross-origin'])(
    'and Referrer-Policy: %s sends pending events on unload to a project with allowed domains',
    async (policy) => {
      const project = await createTenant(system, { project: { allowedDomains: ['127.0.0.1'] } });
      const pageData = { dsn: dsnOf(system.baseUrl, project) };
      const start = `
        sluice.init({ ...pageData, transportOptions: { flushInterval: 600_000, onError } });
        sluice.log('info', 'last words');
      `;
      const url = await composePage({ site, pageData, start, headers: { 'Referrer-Policy': policy } }, `/${policy}`);
      await engine().open(url);
      await engine().open(new URL(elsewhere, url).href);
      await waitForStored(system, project, 1);
      expect(await rowsOf(system, project, 'log')).toMatchObject([{ message: 'last words' }]);
    },
  );

  test('groups an error of a custom class into the same issue in every engine', async () => {
    const start = `
      class CartError extends Error {}
      function buy() { throw new CartError('empty'); }
      sluice.init(pageData);
      try { buy(); } catch (error) { sluice.captureException(error); }
    `;
    const pageData = { dsn: dsnOf(system.baseUrl, shared) };
    await engine().open(await composePage({ site, pageData, start }, '/shop'));
    engines += 1;
    await waitForStored(system, shared, engines);
    expect(await api.all('issues')).toMatchObject([{ count: engines, culprit: 'buy in shop/start.js' }]);
  });

  test('has a worker that reports captured events and uncaught errors', async () => {
    const project = await createTenant(system, { project: { allowedDomains: ['127.0.0.1'] } });
    const body = await bundle(`
      import * as sluice from '@sluice/client/worker';
      sluice.init({ dsn: '${dsnOf(system.baseUrl, project)}' });
      sluice.log('info', 'at work');
      setTimeout(() => { throw new TypeError('uncaught'); });
    `);
    site.put('/worker.js', { type: 'text/javascript', body });
    site.put('/with-worker', { body: `<!doctype html><script>new Worker('/worker.js')</script>` });
    await engine().open(`${site.origin}/with-worker`);
    await waitForStored(system, project, 2);
    expect(await rowsOf(system, project, 'log')).toMatchObject([{ message: 'at work' }]);
    expect(await rowsOf(system, project, 'exception')).toMatchObject([{ type: 'TypeError', handled: false }]);
  });
});
