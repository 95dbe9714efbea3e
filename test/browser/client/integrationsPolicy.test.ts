import { expect, test } from '@jest/globals';
import { waitFor } from '../../e2e/support/waitFor.js';
import { type ClientPage } from './support/openClientPage.js';
import { useClientStage } from './support/clientStage.js';
import { describeInChromium } from '../useChromium.js';

describeInChromium('a page with a Content-Security-Policy in Chromium', () => {
  const stage = useClientStage();

  const strict = (...rules: readonly string[]): string => ["default-src 'none'", ...rules].join('; ');

  test('reports and records if the policy allows its own scripts and the service, without unsafe sources', async () => {
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

  test('loads the SDK with the nonce of the loader', async () => {
    const nonce = 'r4nd0m';
    const policy = strict(`script-src 'self' 'nonce-${nonce}'`, `connect-src ${stage.system.baseUrl}`);
    const { page, errors, lines } = await open(policy, 'loader.js', { nonce });
    await page.click('#fail');
    await waitFor(async () => (await stage.rows('replay')).length > 0, { what: 'a segment' });
    expect(await stage.rows('exception')).toMatchObject([{ message: 'thrown by the page' }]);
    expect([lines, errors]).toEqual([[], ['RangeError: thrown by the page']]);
    await page.close();
  }, 60_000);

  test('that requires Trusted Types loads the SDK, the recorder and the vitals through the policies of the SDK', async () => {
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

  test('that allows only foreign Trusted Types policies but does not require them loads everything', async () => {
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
    'that requires Trusted Types but does not allow the policies of the SDK keeps working (%s, %s)',
    async (...row) => {
      const [file, policies, warnings] = row;
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

  test('that forbids connections to the service keeps working, with a bounded number of attempts', async () => {
    const opened = await open(strict(`script-src 'self' ${stage.system.baseUrl}`, `connect-src 'self'`));
    for (let time = 0; time < 20; time++) await opened.page.click('#fail');
    await opened.page.click('#go');
    await opened.page.waitForSelector('#went', { state: 'attached' });
    await waitFor(() => opened.violations.length > 1, { what: 'the first exception and its retry' });
    expect(opened.errors).toHaveLength(20);
    expect(new Set(opened.errors)).toEqual(new Set(['RangeError: thrown by the page']));
    // 20 exceptions and as many other batches, each with one retry, however slow the machine is.
    expect(opened.violations.length).toBeLessThanOrEqual(2 * 2 * 20);
    await opened.page.close();
    expect(opened.lines.filter((line) => !line.includes('Content Security Policy'))).toEqual([]);
    expect(await stage.stored(0)).toMatchObject({ exceptions: 0 });
  }, 60_000);

  test('that forbids the script of the SDK keeps working, and calls of the loader have no effect', async () => {
    const own = "script-src 'self' 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='";
    const opened = await open(strict(`${own} ${stage.system.baseUrl}/sdk/loader.js`), 'loader.js');
    await opened.page.click('#fail');
    await opened.page.click('#go');
    await opened.page.waitForSelector('#went', { state: 'attached' });
    expect(opened.errors).toEqual(['RangeError: thrown by the page']);
    expect(opened.violations).toHaveLength(1);
    await opened.page.close();
  }, 60_000);

  interface Opened extends ClientPage {
    /** Console lines about violations of the policy. */
    readonly violations: readonly string[];
  }

  /** Opens a page with a policy, every integration and replay; one of its two buttons throws. */
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
});
