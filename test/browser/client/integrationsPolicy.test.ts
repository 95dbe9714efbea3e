import { expect, test } from '@jest/globals';
import { waitFor } from '../../e2e/support/waitFor.js';
import { type ClientPage } from './support/openClientPage.js';
import { describeInChromium, useClientStage } from './support/clientStage.js';

describeInChromium('a page with a Content-Security-Policy in Chromium', () => {
  const stage = useClientStage();

  interface Opened extends ClientPage {
    /** What the browser said of the policy. */
    readonly violations: readonly string[];
  }

  /** Opens a page with a policy, every integration and replays; it has two buttons, of which one throws. */
  async function open(policy: string, file = 'sluice.js', more: Record<string, string> = {}): Promise<Opened> {
    const opened = await stage.open({
      headers: { 'content-security-policy': policy },
      tag: {
        src: `${stage.system.baseUrl}/sdk/${file}`,
        attributes: { 'data-dsn': stage.dsn, 'data-replay': '1', ...more },
      },
      start: `
        document.querySelector('#fail').onclick = function fail() { throw new RangeError('thrown by the page'); };
        document.querySelector('#go').onclick = () => {
          const went = document.createElement('i');
          went.id = 'went';
          document.body.append(went);
        };
      `,
      body: '<button id="fail">Fail</button><button id="go">Go</button>',
    });
    return {
      ...opened,
      get violations() {
        return opened.lines.filter((line) => line.includes('Content Security Policy'));
      },
    };
  }

  const strict = (...rules: readonly string[]): string => ["default-src 'none'", ...rules].join('; ');

  test('that allows its own scripts and the service, and nothing unsafe, is no hindrance', async () => {
    const { page, errors, lines } = await open(
      strict(`script-src 'self' ${stage.system.baseUrl}`, `connect-src ${stage.system.baseUrl}`),
    );
    await page.click('#fail');
    await waitFor(async () => (await stage.rows('replay')).length > 0, { what: 'a segment' });
    await page.close();
    await waitFor(async () => (await stage.rows('span')).length > 0, { what: 'the pageload span' });
    expect(await stage.rows('exception')).toMatchObject([
      { message: 'thrown by the page', replay_id: expect.stringMatching(/^[\da-f]{32}$/) },
    ]);
    expect([lines, errors]).toEqual([[], ['RangeError: thrown by the page']]);
  }, 60_000);

  test('that allows scripts by a nonce only: the loader hands its own on', async () => {
    const nonce = 'r4nd0m';
    const policy = strict(`script-src 'self' 'nonce-${nonce}'`, `connect-src ${stage.system.baseUrl}`);
    const { page, errors, lines } = await open(policy, 'loader.js', { nonce });
    await page.click('#fail');
    await waitFor(async () => (await stage.rows('replay')).length > 0, { what: 'a segment' });
    expect(await stage.rows('exception')).toMatchObject([{ message: 'thrown by the page' }]);
    expect([lines, errors]).toEqual([[], ['RangeError: thrown by the page']]);
    await page.close();
  }, 60_000);

  test('that requires Trusted Types: the loader, the recorder and the vitals are loaded by policies of their own', async () => {
    const trusted = ["require-trusted-types-for 'script'", 'trusted-types sluice sluice-loader'];
    const own = [`script-src 'self' ${stage.system.baseUrl}`, `connect-src ${stage.system.baseUrl}`];
    const { page, errors, lines } = await open(strict(...own, ...trusted), 'loader.js');
    await page.click('#fail');
    await page.click('#go');
    await page.waitForFunction(`window['sluice:vitals'] !== undefined`);
    await waitFor(async () => (await stage.rows('replay')).length > 0, { what: 'a segment' });
    await page.close();
    await waitFor(async () => (await stage.rows('span')).some(({ op }) => op === 'web_vital'), { what: 'the vitals' });
    expect([lines, errors]).toEqual([[], ['RangeError: thrown by the page']]);
  }, 60_000);

  test('that allows other policies of Trusted Types and takes texts: everything is loaded', async () => {
    const own = [`script-src 'self' ${stage.system.baseUrl}`, `connect-src ${stage.system.baseUrl}`];
    const opened = await open(strict(...own, 'trusted-types other'), 'loader.js');
    await opened.page.click('#fail');
    await opened.page.waitForFunction(`window['sluice:vitals'] !== undefined`);
    await waitFor(async () => (await stage.rows('replay')).length > 0, { what: 'a segment' });
    expect(opened.errors).toEqual(['RangeError: thrown by the page']);
    await opened.page.close();
  }, 60_000);

  test.each([
    ['loader.js', 'trusted-types other', 1],
    ['loader.js', 'trusted-types sluice-loader', 0],
    ['sluice.js', 'trusted-types other', 0],
  ])(
    'that requires Trusted Types and does not allow ours (%s, %s): the page goes on',
    async (...given) => {
      const [file, policies, warnings] = given;
      const trusted = ["require-trusted-types-for 'script'", policies];
      const own = [`script-src 'self' ${stage.system.baseUrl}`, `connect-src ${stage.system.baseUrl}`];
      const opened = await open(strict(...own, ...trusted), file);
      await opened.page.click('#fail');
      await opened.page.click('#go');
      await opened.page.waitForSelector('#went', { state: 'attached' });
      if (warnings === 0)
        await waitFor(async () => (await stage.rows('exception')).length > 0, { what: 'the exception' });
      expect(opened.errors).toEqual(['RangeError: thrown by the page']);
      expect(opened.lines.filter((line) => line.includes('[sluice]'))).toHaveLength(warnings);
      await opened.page.close();
    },
    60_000,
  );

  test('that forbids to reach the service: the page goes on, and what is tried is bounded', async () => {
    const opened = await open(strict(`script-src 'self' ${stage.system.baseUrl}`, `connect-src 'self'`));
    for (let time = 0; time < 20; time++) await opened.page.click('#fail');
    await opened.page.click('#go');
    await opened.page.waitForSelector('#went', { state: 'attached' });
    await waitFor(() => opened.violations.length > 1, { what: 'the first exception and its retry' });
    expect(opened.errors).toHaveLength(20);
    expect(new Set(opened.errors)).toEqual(new Set(['RangeError: thrown by the page']));
    // Each exception, and as many times again what else the page has to tell, with its retry: no more, however slow it is.
    expect(opened.violations.length).toBeLessThanOrEqual(2 * 2 * 20);
    await opened.page.close();
    expect(opened.lines.filter((line) => !line.includes('Content Security Policy'))).toEqual([]);
    expect(await stage.stored(0)).toMatchObject({ exceptions: 0 });
  }, 60_000);

  test('that forbids the SDK’s file: the loader’s calls do nothing', async () => {
    const own = "script-src 'self' 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='";
    const opened = await open(strict(`${own} ${stage.system.baseUrl}/sdk/loader.js`), 'loader.js');
    await opened.page.click('#fail');
    await opened.page.click('#go');
    await opened.page.waitForSelector('#went', { state: 'attached' });
    expect(opened.errors).toEqual(['RangeError: thrown by the page']);
    expect(opened.violations).toHaveLength(1);
    await opened.page.close();
  }, 60_000);
});
