import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { rowsOf, waitForStored } from '../../e2e/support/stored.js';
import { createProjects, type Project } from '../../e2e/support/tenant.js';
import { useSystem } from '../../e2e/support/useSystem.js';
import { bundle } from './support/bundle.js';
import { useClientSite } from './support/clientSite.js';
import { dsnOf } from './support/dsnOf.js';
import { openClientPage, type ClientPage } from './support/openClientPage.js';
import { useChromium, describeInChromium } from '../useChromium.js';

describeInChromium('two SDKs for two projects on one page in Chromium', () => {
  const system = useSystem();
  const site = useClientSite();
  const browser = useChromium();
  let projects: Record<'shop' | 'widget', Project>;
  let opened: ClientPage;
  beforeAll(() => site.put('/broken', { status: 500, body: 'out of order' }));
  beforeEach(async () => {
    projects = await createProjects(system, { shop: {}, widget: {} });
    const pageData = { shop: dsnOf(system.baseUrl, projects.shop), widget: dsnOf(system.baseUrl, projects.widget) };
    const start = await bundle(copy('widget'));
    opened = await openClientPage({ browser, site, script: copy('shop'), start, pageData });
  });

  /** The page's console lines, without those that the SDKs print because of `debug`. */
  const consoleLines = (): string[] => opened.lines.filter((line) => !line.includes('[sluice]'));

  test('each report every event once to their own project, without requests of the other', async () => {
    await opened.run(`
      console.warn('said once');
      setTimeout(function fail() { throw new RangeError('thrown once'); });
      fetch('/broken').then(() => undefined)
    `);
    await opened.run(`(async () => {
      await shop.flush();
      await widget.flush();
      shop.captureException(new Error('of the shop'));
    })()`);
    await opened.page.goto('about:blank');
    // The thrown error, the response 500, the log, the page span, the request span and the view; for the shop also
    // its own exception.
    expect(await waitForStored(system, projects.shop, 7)).toMatchObject({ exceptions: 3, logs: 1, spans: 2, hits: 1 });
    expect(await waitForStored(system, projects.widget, 6)).toMatchObject({
      exceptions: 2,
      logs: 1,
      spans: 2,
      hits: 1,
    });
    for (const [name, project] of Object.entries(projects)) {
      const rows = await rowsOf(system, project, 'span');
      expect(rows.map((row) => row['name']).sort()).toEqual([new URL(opened.url).pathname, 'GET /broken']);
      expect(new Set(rows.map((row) => row['release']))).toEqual(new Set([`${name}@1`]));
    }
    const [last] = (await rowsOf(system, projects.shop, 'exception')).slice(-1);
    expect(JSON.stringify(last)).not.toContain('envelope');
    expect(opened.errors).toEqual(['RangeError: thrown once']);
    expect(consoleLines()).toEqual(['warning: said once']);
    await opened.page.close();
  }, 60_000);

  test('stop independently: closing one leaves the other working', async () => {
    const natives = `[fetch, history.pushState, console.warn, XMLHttpRequest.prototype.send]
      .map((one) => Function.prototype.toString.call(one).includes('[native code]'))`;
    expect(await opened.run(natives)).toEqual([false, false, false, false]);
    await opened.run('shop.close()');
    await opened.run(`console.warn('the widget hears this')`);
    expect(await opened.run(`fetch('/broken').then((answer) => answer.status)`)).toBe(500);
    await opened.run('widget.close()');
    await opened.run(`console.warn('nobody hears this')`);
    expect(await opened.run(`fetch('/broken').then((answer) => answer.status)`)).toBe(500);
    await opened.page.close();
    // The view and the page span of each; for the widget also its request, the response 500 and the log.
    expect(await waitForStored(system, projects.shop, 2)).toMatchObject({ hits: 1, spans: 1 });
    expect(await waitForStored(system, projects.widget, 5)).toMatchObject({
      hits: 1,
      spans: 2,
      logs: 1,
      exceptions: 1,
    });
    expect(consoleLines()).toEqual(['warning: the widget hears this', 'warning: nobody hears this']);
  }, 60_000);

  test('restore all native functions when closed in reverse order', async () => {
    await opened.run('widget.close()');
    await opened.run('shop.close()');
    const natives = `[fetch, history.pushState, history.replaceState, console.warn, console.log,
      XMLHttpRequest.prototype.open, XMLHttpRequest.prototype.send, XMLHttpRequest.prototype.setRequestHeader]
      .every((one) => Function.prototype.toString.call(one).includes('[native code]'))`;
    expect(await opened.run(natives)).toBe(true);
    await opened.page.close();
  }, 60_000);
});

/** A second, independent SDK under another global name. */
function copy(name: string): string {
  return `
  import * as sluice from '@sluice/client';
  const { breadcrumbs, browserTracing, consoleLogs, hits, httpErrors, httpSpans } = sluice;
  globalThis.${name} = sluice;
  sluice.init({
    dsn: pageData.${name}, release: '${name}@1', debug: true,
    integrations: [breadcrumbs(), browserTracing(), consoleLogs(), hits(), httpErrors(), httpSpans()],
  });
`;
}
