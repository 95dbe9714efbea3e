import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { rowsOf, waitForStored, type Row } from '../../e2e/support/stored.js';
import { createTenant, type Project } from '../../e2e/support/tenant.js';
import { useSystem } from '../../e2e/support/useSystem.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { useClientSite } from './support/clientSite.js';
import { dsnOf } from './support/dsnOf.js';
import { startFaultProxy, type FaultProxy } from './support/faultProxy.js';
import { elsewhere } from './support/composePage.js';
import { openClientPage, type ClientPage } from './support/openClientPage.js';
import { startOrdinaryChromium } from './support/ordinaryChromium.js';
import { useResource } from '@sluice/testkit/useResource';
import { describeInChromium } from '../useChromium.js';

const script = `
  import * as sluice from '@sluice/client';
  const { breadcrumbs, browserTracing, consoleLogs, hits, httpErrors, httpSpans, webVitals } = sluice;
  globalThis.sluice = sluice;
  sluice.init({ dsn: pageData.dsn, transportOptions: pageData.transportOptions, integrations:
    [breadcrumbs(), browserTracing(), consoleLogs(), hits(), httpErrors(), httpSpans(), webVitals()] });
  globalThis.shown = [];
  addEventListener('pageshow', ({ persisted }) => shown.push(persisted));
  for (const type of ['freeze', 'resume']) document.addEventListener(type, () => shown.push(type));
`;

describeInChromium('a page in Chromium', () => {
  let project: Project;
  let proxy: FaultProxy;
  const system = useSystem();
  const site = useClientSite();
  const chromium = useResource(startOrdinaryChromium, (started) => started.stop());
  beforeEach(async () => {
    project = await createTenant(system);
    proxy = await startFaultProxy(system.baseUrl);
  });
  afterEach(() => proxy.stop());
  const rows = (type: 'exception' | 'log' | 'span' | 'hit'): Promise<Row[]> => rowsOf(system, project, type);

  test('that is restored from the back/forward cache reports again, with a new view and a new trace', async () => {
    const opened = await open();
    const { page, url } = opened;
    await page.evaluate('globalThis.mark = "the same page"');
    await page.goto(`${site.origin}${elsewhere}`);
    await page.evaluate('setTimeout(() => history.back())');
    await page.waitForFunction('globalThis.mark === "the same page"');
    expect(await opened.run('shown')).toEqual([false, 'freeze', 'resume', true]);
    // The view, the pageload span and the vitals when the page is hidden; the view when it is restored; the new span
    // when it is idle.
    await waitForStored(system, project, 5);
    await opened.run(`void setTimeout(function fail() { throw new RangeError('thrown after all'); })`);
    await waitForStored(system, project, 6);
    const [first, second] = (await rows('span')).filter(({ op }) => op !== 'web_vital');
    expect([first, second]).toMatchObject([{ op: 'pageload' }, { op: 'navigation' }]);
    expect(second).toMatchObject({ contexts: { 'previous_trace.id': first?.['trace_id'] } });
    expect(await rows('exception')).toMatchObject([{ message: 'thrown after all', trace_id: second?.['trace_id'] }]);
    expect((await rows('hit')).map((row) => [row['url'], row['trace_id']])).toEqual([
      [url, first?.['trace_id']],
      [url, second?.['trace_id']],
    ]);
    await page.close();
  }, 60_000);

  test('that is hidden and frozen sends pending events before it freezes, and continues when shown', async () => {
    const opened = await open();
    await opened.run(`sluice.log('info', 'before')`);
    await chromium.hideAll();
    // The log, the view, the pageload span and the vitals.
    await waitForStored(system, project, 4);
    // Hidden, but not frozen yet.
    await opened.run(`sluice.log('info', 'hidden')`);
    await chromium.setFrozen(opened.page, true);
    await chromium.setFrozen(opened.page, false);
    await chromium.show(opened.page);
    await opened.run(`sluice.log('info', 'after')`);
    await waitForStored(system, project, 6);
    expect((await rows('log')).map((row) => row['message'])).toEqual(['before', 'hidden', 'after']);
    expect(await opened.run('shown')).toEqual([false, 'freeze', 'resume']);
    expect(opened.errors).toEqual([]);
    await opened.page.close();
  }, 60_000);

  test('that is frozen while a response is pending stores no event twice', async () => {
    const opened = await open({ timeout: 300 });
    proxy.setFault('hold');
    await opened.run(`sluice.captureException(new Error('under way'))`);
    await waitFor(() => proxy.received.length > 0, { what: 'the first request' });
    await chromium.hideAll();
    await waitFor(() => opened.run(`document.visibilityState === 'hidden'`), { what: 'the page to be hidden' });
    await chromium.setFrozen(opened.page, true);
    proxy.release();
    await waitFor(async () => (await rows('exception')).length > 0, { what: 'the exception' });
    await chromium.setFrozen(opened.page, false);
    await chromium.show(opened.page);
    await opened.run(`sluice.captureException(new Error('after it all')); sluice.flush()`);
    // Both exceptions, the view, the pageload span and the vitals.
    await waitForStored(system, project, 5);
    expect((await rows('exception')).map((row) => row['message']).sort()).toEqual(['after it all', 'under way']);
    expect(opened.errors).toEqual([]);
    await opened.page.close();
    await waitForStored(system, project, 5);
  }, 60_000);

  async function open(transportOptions: object = {}): Promise<ClientPage> {
    const pageData = { dsn: dsnOf(proxy.url, project), transportOptions };
    const opened = await openClientPage({ browser: chromium.context, site, script, pageData });
    await chromium.show(opened.page);
    return opened;
  }
});
