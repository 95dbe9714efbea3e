import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Route } from 'playwright-core';
import { rowsIn, type WireObject } from '../../e2e/support/api.js';
import { repoRoot } from '../../e2e/support/repoRoot.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { type ClientPage, type ClientPageOptions } from './support/openClientPage.js';
import { leavePage, useClientStage } from './support/clientStage.js';
import { describeInChromium } from '../useChromium.js';

const any = (pattern: RegExp): unknown => expect.stringMatching(pattern);

describeInChromium('the script tag in Chromium, with files served by the service', () => {
  const stage = useClientStage();

  const sdk = (file: string): string => `${stage.system.baseUrl}/sdk/${file}`;
  const throwing = `function fail() { throw new RangeError('thrown by the page'); }`;

  test('reports errors, the page view and the page load in one trace', async () => {
    const opened = await open('sluice.js', { start: throwing });
    await opened.run('void setTimeout(fail)');
    // The exception is sent immediately along with waiting events; the page span and the vitals follow on unload.
    await waitFor(async () => (await stage.rows('exception')).length > 0, { what: 'the exception' });
    await leavePage(opened.page);
    expect(await stage.stored(4)).toMatchObject({ exceptions: 1, hits: 1, spans: 2 });
    const exception = await exceptionOf('thrown by the page');
    expect(exception).toMatchObject({ type: 'RangeError', handled: false, release: 'tag@1', environment: 'shop' });
    expect(rowsIn(exception['frames'])[0]).toMatchObject({ function: 'fail', file: any(/start\.js$/) });
    const span = (await stage.rows('span')).find(({ op }) => op === 'pageload');
    expect(span).toMatchObject({ name: new URL(opened.url).pathname, release: 'tag@1' });
    expect(exception['traceId']).toBe(span?.['trace_id']);
    expect(await stage.rows('hit')).toMatchObject([{ kind: 'pageview', trace_id: span?.['trace_id'] }]);
  }, 60_000);

  test('works in the example page with only its address and key replaced', async () => {
    const example = await readFile(join(repoRoot, 'packages/client/examples/page/index.html'), 'utf8');
    const html = example
      .replaceAll('http://YOUR_KEY@localhost:8000', stage.dsn)
      .replaceAll('http://localhost:8000', stage.system.baseUrl);
    stage.site.put('/example', { body: html });
    const page = await stage.browser.newPage();
    await page.goto(`${stage.site.origin}/example`);
    await page.click('#log');
    await page.click('#throw');
    await waitFor(async () => (await stage.rows('exception')).length > 0, { what: 'the exception' });
    await waitFor(async () => (await stage.rows('log')).length > 0, { what: 'the log' });
    expect(await stage.rows('log')).toMatchObject([{ level: 'info', message: 'somebody said hello' }]);
    expect(await messages()).toEqual([any(/undefinedFunction/)]);
    const [crumb] = rowsIn((await exceptionOf('undefinedFunction is not defined'))['breadcrumbs']).slice(-1);
    expect(crumb).toMatchObject({ category: 'ui.click', message: 'button#throw' });
    await page.close();
  }, 60_000);

  test('provides the API and sends nothing without a valid DSN', async () => {
    for (const [dsn, warnings] of [
      ['', []],
      ['http://YOUR_KEY@localhost:8000', [any(/^warning: \[sluice\] .*dsn/)]],
    ] as const) {
      const opened = await open('sluice.js', { start: throwing }, { 'data-dsn': dsn });
      await opened.run(`sluice.captureException(new Error('to nobody')); setTimeout(fail); sluice.flush()`);
      await opened.page.waitForFunction('sluice.span("x", () => 7) === 7');
      expect([opened.lines, opened.errors.filter((error) => !error.includes('thrown by'))]).toEqual([warnings, []]);
      await opened.page.close();
    }
  }, 60_000);

  /** Delays the SDK's file. @returns functions that let it through or fail it */
  const holding = () => {
    let arrived: Route | undefined;
    return {
      before: (page: ClientPage['page']) =>
        page.route(sdk('sluice.js'), (route) => {
          arrived = route;
        }),
      release: () => arrived?.continue(),
      fail: () => arrived?.abort(),
    };
  };

  test('with the loader reports events from before the SDK arrives', async () => {
    const hold = holding();
    const start = `
      sluice.setTag('plan', 'early');
      sluice.log('info', 'said early');
      Promise.reject(new Error('rejected early'));
      window.answer = sluice.span('early', () => 7);
      function fail() { throw new Error('thrown early'); }
      setTimeout(fail);
    `;
    const opened = await openEarly(start, hold.before);
    await opened.page.waitForFunction('sluice.early.length === 4');
    const heldBackUntil = Date.now();
    await hold.release();
    await opened.page.waitForFunction('sluice.early === undefined');
    await opened.run(`sluice.captureException(new Error('reported late')); sluice.flush()`);
    await leavePage(opened.page);
    await stage.stored(7);
    expect(await messages()).toEqual(['rejected early', 'reported late', 'thrown early']);
    const early = await exceptionOf('thrown early');
    expect(early).toMatchObject({ handled: false, tags: { plan: 'early' }, release: 'tag@1' });
    expect(rowsIn(early['frames'])[0]).toMatchObject({ function: 'fail', file: any(/start\.js$/) });
    expect(Date.parse(String(early['timestamp']))).toBeLessThanOrEqual(heldBackUntil);
    expect(await stage.rows('log')).toMatchObject([{ message: 'said early' }]);
  }, 60_000);

  /** Opens a page whose load does not wait for the SDK's delayed file. */
  const openEarly = (start: string, before: (page: ClientPage['page']) => Promise<unknown>): Promise<ClientPage> =>
    open('loader.js', { start: `${start}; window.answer ??= 7;`, before, waitUntil: 'domcontentloaded' });

  test('with the loader leaves the page unaffected if the SDK never arrives', async () => {
    const hold = holding();
    const opened = await openEarly(`window.answer = sluice.span('early', () => 7); ${throwing}`, hold.before);
    await opened.page.waitForFunction('window.answer === 7');
    await hold.fail();
    await opened.page.waitForLoadState('load');
    const [early, many, flushed] = await opened.run<unknown[]>(`(async () => {
      setTimeout(fail);
      for (let index = 0; index < 1000; index++) sluice.captureException(new Error('again'));
      const value = await sluice.asyncSpan('later', async (span) => span.run(() => 8));
      return [value, sluice.early.length, await sluice.flush() ?? 'flushed'];
    })()`);
    expect([early, many, flushed]).toEqual([8, 100, 'flushed']);
    // The browser reports uncaught errors asynchronously, and not at all after the page is closed.
    await waitFor(() => opened.errors.length > 0, { what: 'the page to throw' });
    await opened.page.close();
    expect(opened.errors).toEqual(['RangeError: thrown by the page']);
  }, 60_000);

  function open(
    file: 'sluice.js' | 'loader.js',
    over: Partial<ClientPageOptions> = {},
    attributes: Record<string, string> = {},
  ): Promise<ClientPage> {
    const dsn = stage.dsn;
    const all = { 'data-dsn': dsn, 'data-release': 'tag@1', 'data-environment': 'shop', ...attributes };
    return stage.open({ tag: { src: sdk(file), attributes: all }, ...over });
  }

  async function exceptionOf(message: string): Promise<WireObject> {
    const found = (await stage.api.all('exceptions')).find((one) => one['message'] === message);
    return stage.api.get(`exceptions/${String(found?.['id'])}`);
  }

  /** The sorted messages of all stored exceptions. */
  async function messages(): Promise<string[]> {
    return (await stage.rows('exception')).map(({ message }) => String(message)).sort();
  }
});
