import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { connectApi, rowsIn, type ApiClient, type WireObject } from '../../e2e/support/api.js';
import { rowsOf, waitForStored } from '../../e2e/support/stored.js';
import { type System } from '../../e2e/support/system.js';
import { createTenant, type Project } from '../../e2e/support/tenant.js';
import { useSystem } from '../../e2e/support/useSystem.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { chromiumArguments, findChromium } from '../chromium.js';
import { startClientSite, type ClientSite } from './support/clientSite.js';
import { dsnOf } from './support/dsnOf.js';
import { openClientPage, type ClientPage, type ClientPageOptions } from './support/openClientPage.js';
import { startShop } from './support/startShop.js';

const executablePath = findChromium();
if (executablePath === undefined) process.stderr.write('SKIPPED test/browser: there is no Chromium on this machine\n');

const script = `
  import * as sluice from '@sluice/client';
  const { browserTracing, httpSpans, webVitals } = sluice;
  const { dsn, propagateTo, vitals, traceparent: content } = given;
  globalThis.sluice = sluice;
  // As a server writes it into its page.
  if (content) document.head.append(Object.assign(document.createElement('meta'), { name: 'traceparent', content }));
  sluice.init({ dsn, integrations: [browserTracing(), httpSpans({ propagateTo }), ...(vitals ? [webVitals()] : [])] });
`;

/** A large text; below it something that makes room for what comes late; and a button that takes its time. */
const slowPage = `
  <h1 style="font-size: 80px">What everybody looks at</h1>
  <div id="late"></div>
  <p style="height: 400px">What is moved</p>
  <button style="position: fixed; top: 0; right: 0">Slow</button>
`;
const slowStart = `
  document.querySelector('button').onclick = function work() {
    const until = performance.now() + 120;
    while (performance.now() < until);
    document.querySelector('button').textContent = 'done';
  };
  setTimeout(() => (document.querySelector('#late').style.height = '200px'), 100);
`;

(executablePath === undefined ? describe.skip : describe)('traces of pages in Chromium, read back', () => {
  let system: System;
  let browser: Browser;
  let site: ClientSite;
  let folder: string;
  let project: Project;
  let api: ApiClient;
  beforeAll(async () => {
    system = await useSystem();
    folder = await mkdtemp(join(tmpdir(), 'sluice-shop-'));
    site = await startClientSite();
    site.put('/items', { type: 'application/json', body: '[]' });
    site.put('/broken', { status: 500, body: 'out of order' });
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...chromiumArguments] });
  }, 180_000);
  beforeEach(async () => {
    project = await createTenant(system);
    api = await connectApi(system, project, 'project:read');
  });
  afterAll(async () => {
    await browser.close();
    site.stop();
    await rm(folder, { recursive: true, force: true });
    await system.stop();
  });

  const open = (given: object = {}, over: Partial<ClientPageOptions> = {}): Promise<ClientPage> =>
    openClientPage({
      ...{ browser, site, script, given: { dsn: dsnOf(system.baseUrl, project), vitals: true, ...given } },
      ...over,
    });
  const leave = async (page: Page): Promise<void> => {
    await page.goto('about:blank');
    await page.close();
  };
  const traceOf = async (spanName: string): Promise<WireObject> => {
    const span = (await rowsOf(system, project, 'span')).find(({ name }) => name === spanName);
    return api.get(`traces/${String(span?.['trace_id'])}`);
  };

  test('what a visitor feels of a page are metrics of its pageload span', async () => {
    const { page, url } = await open({}, { body: slowPage, start: slowStart });
    const shifts = `new Promise((resolve) => {
      new PerformanceObserver(() => resolve(true)).observe({ type: 'layout-shift', buffered: true });
    })`;
    await page.evaluate(shifts);
    await page.click('button');
    await page.evaluate(`new Promise((resolve) => {
      new PerformanceObserver(() => resolve(true)).observe({ type: 'first-input', buffered: true });
    })`);
    await leave(page);
    await waitForStored(system, project, 1);
    const [span] = await rowsOf(system, project, 'span');
    expect(span).toMatchObject({ name: new URL(url).pathname, op: 'pageload', parent_id: null });
    const metrics = await api.all('metrics');
    const values = Object.fromEntries(metrics.map(({ name, max }) => [String(name), Number(max)]));
    expect(Object.keys(values).sort()).toEqual(['cls', 'fcp', 'inp', 'lcp', 'ttfb'].map((name) => `web_vital.${name}`));
    const vital = (name: string): number => values[`web_vital.${name}`] ?? NaN;
    expect(vital('ttfb')).toBeGreaterThan(0);
    expect(vital('fcp')).toBeGreaterThanOrEqual(vital('ttfb'));
    expect(vital('lcp')).toBeGreaterThanOrEqual(vital('fcp'));
    expect(vital('lcp')).toBeLessThan(10_000);
    expect(vital('inp')).toBeGreaterThanOrEqual(112);
    expect(vital('cls')).toBeGreaterThan(0.01);
    expect(vital('cls')).toBeLessThan(2);
    // They are on the span of the trace itself.
    const trace = await traceOf(new URL(url).pathname);
    expect(rowsIn(trace['spans'])).toMatchObject([{ metrics: span?.['metrics'] }]);
  }, 60_000);

  test('a page and its requests are one trace; the next page is the next, and they know each other', async () => {
    const { page, url } = await open({ vitals: false });
    await page.evaluate(`Promise.all(['/items?secret=1', '/broken'].map((path) => fetch(path)))`);
    // As soon as the page was idle: the page and its two requests.
    await waitForStored(system, project, 3);
    await page.evaluate(`history.pushState({}, '', '/cart')`);
    await page.evaluate(`sluice.span('sum up', () => 7, { op: 'ui.render' })`);
    await waitForStored(system, project, 5);
    await page.goto(url);
    await page.evaluate(`fetch('/items', { signal: AbortSignal.timeout(0) }).catch(() => undefined)`);
    await leave(page);
    await waitForStored(system, project, 7);
    const name = new URL(url).pathname;
    const first = await traceOf(name);
    expect(first).toMatchObject({ name, op: 'pageload', previousTraceId: null, errorCount: 1 });
    const [root] = rowsIn(first['spans']);
    expect(rowsIn(root?.['children'])).toMatchObject([
      { name: 'GET /items', op: 'http.client', status: 'ok' },
      { name: 'GET /broken', op: 'http.client', status: 'error' },
    ]);
    const second = await traceOf('/cart');
    expect(second).toMatchObject({ op: 'navigation', previousTraceId: first['id'] });
    expect(rowsIn(rowsIn(second['spans'])[0]?.['children'])).toMatchObject([{ name: 'sum up', op: 'ui.render' }]);
    expect(first['nextTraceIds']).toEqual([second['id']]);
    expect(second['nextTraceIds']).toHaveLength(1);
  }, 60_000);

  test('the trace goes on where the page allows it, and nowhere else', async () => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'traceparent' };
    const [friend, stranger] = [await startClientSite(), await startClientSite()];
    for (const other of [friend, stranger]) other.put('/items', { body: '[]', headers });
    const { page } = await open({ propagateTo: [friend.origin] });
    const sent: Record<string, string | undefined> = {};
    page.on('request', (request) => {
      if (request.method() === 'GET') sent[new URL(request.url()).origin] = request.headers()['traceparent'];
    });
    const addresses = [site, friend, stranger].map(({ origin }) => `${origin}/items`);
    await page.evaluate(`Promise.all(${JSON.stringify(addresses)}.map((address) => fetch(address)))`);
    await leave(page);
    for (const other of [friend, stranger]) other.stop();
    await waitForStored(system, project, 4);
    const spans = await rowsOf(system, project, 'span');
    const header = (name: string): unknown => {
      const span = spans.find((one) => one['name'] === name);
      return `00-${String(span?.['trace_id'])}-${String(span?.['span_uuid'])}-01`;
    };
    expect(sent).toEqual({
      [site.origin]: header('GET /items'),
      [friend.origin]: header(`GET ${friend.origin}/items`),
      [stranger.origin]: undefined,
    });
  }, 60_000);

  test('a page that its server was timed for goes on with the server’s trace', async () => {
    const [traceId, parentId] = ['ab'.repeat(16), 'cd'.repeat(8)];
    const { page, url } = await open({ traceparent: `00-${traceId}-${parentId}-01` });
    await leave(page);
    await waitForStored(system, project, 1);
    expect(await rowsOf(system, project, 'span')).toMatchObject([
      { name: new URL(url).pathname, op: 'pageload', trace_id: traceId, parent_id: parentId },
    ]);
  }, 60_000);

  test('a page and the Express server behind it are one trace, with the error of one of them', async () => {
    const shop = await startShop(dsnOf(system.baseUrl, project), folder);
    try {
      const page = await browser.newPage();
      await page.goto(shop.origin);
      await page.waitForFunction(`document.querySelector('#cart').textContent === 'apples, pears'`);
      await page.click('#fail');
      await page.waitForFunction(`document.querySelector('#cart').textContent === 'The shop answered 500'`);
      await leave(page);
      const ofCart = 'select trace_id from spans where project_id = $1 and name = $2';
      const inTrace = `select name from spans where project_id = $1 and trace_id in (${ofCart})`;
      await waitFor(async () => (await system.sql(inTrace, [project.id, 'read the cart'])).length === 6, {
        what: 'the page, both of its requests, what the server did for them, and what it read',
      });
    } finally {
      await shop.child.end();
    }
    const { id } = await traceOf('read the cart');
    const hasBoth = ({ exceptions }: WireObject): boolean => rowsIn(exceptions).length === 2;
    const trace = await api.until(`traces/${String(id)}`, {}, hasBoth);
    const [root, ...further] = rowsIn(trace['spans']);
    expect(root).toMatchObject({ name: '/', op: 'pageload', orphan: false });
    // What the page asks for when it has been idle for a while is a further root of its trace.
    expect([...rowsIn(root?.['children']), ...further]).toMatchObject([
      {
        ...{ name: 'GET /api/cart', op: 'http.client', status: 'ok' },
        children: [{ name: 'GET /api/cart', op: 'http.server', children: [{ name: 'read the cart', op: 'db' }] }],
      },
      {
        ...{ name: 'GET /api/fail', op: 'http.client', status: 'error' },
        children: [{ name: 'GET /api/fail', op: 'http.server', status: 'error' }],
      },
    ]);
    const exceptions = rowsIn(trace['exceptions']);
    expect(exceptions.map(({ message }) => message).sort()).toEqual(['GET /api/fail answered 500', 'the cart is lost']);
    const lost = exceptions.find(({ message }) => message === 'the cart is lost');
    const exception = await api.get(`exceptions/${String(lost?.['id'])}`);
    expect(exception).toMatchObject({ type: 'Error', handled: false, release: 'shop@1.0.0' });
    expect(rowsIn(exception['frames'])[0]).toMatchObject({
      file: expect.stringMatching(/examples\/express\/server\.mjs$/),
      inApp: true,
    });
  }, 60_000);
});
