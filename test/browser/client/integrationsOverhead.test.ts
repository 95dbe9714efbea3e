import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumArguments, findChromium } from '../chromium.js';
import { startClientSite, type ClientSite } from './support/clientSite.js';
import { openClientPage, type ClientPage } from './support/openClientPage.js';

const executablePath = findChromium();
if (executablePath === undefined) process.stderr.write('SKIPPED test/browser: there is no Chromium on this machine\n');

/** Well above the documented 2 ms, because this machine may be busy. */
const MOST_START_MS = 20;
const RUNS = 20;

/** Events are discarded, so that only the page is measured. `begin` starts every integration except replay. */
const script = `
  import * as sluice from '@sluice/client';
  globalThis.sluice = sluice;
  const quiet = { transport: () => ({ send: () => {} }) };
  const { breadcrumbs, browserTracing, consoleLogs, hits, httpErrors, httpSpans, replay, webVitals } = sluice;
  globalThis.begin = () => {
    const before = performance.now();
    sluice.init({ ...quiet, integrations: [breadcrumbs(), browserTracing(), consoleLogs(), hits(), httpErrors(),
      httpSpans(), webVitals()] });
    return performance.now() - before;
  };
  let bytes = 0;
  globalThis.recorded = () => bytes;
  globalThis.record = () => {
    const send = (event) => { bytes += event.type === 'replay' ? JSON.stringify(event).length : 0; };
    sluice.init({ transport: () => ({ send }), integrations: [replay({ sampleRate: 1, segmentMs: 500 })] });
  };
`;

/** A table of 400 rows. For 120 frames, each frame changes 40 cells, adds and removes 20 rows, and sorts numbers. */
const busy = `
  const table = document.querySelector('tbody');
  const row = (index) => {
    const made = document.createElement('tr');
    made.innerHTML = '<td class="a">' + index + '</td><td><b>item ' + index + '</b></td><td><input value="x"></td>';
    return made;
  };
  for (let index = 0; index < 400; index++) table.append(row(index));
  globalThis.work = () => new Promise((resolve) => {
    let frame = 0;
    const step = () => {
      for (let index = 0; index < 40; index++) {
        const cell = table.children[(frame * 7 + index * 9) % table.children.length];
        cell.className = 'seen-' + frame;
        cell.firstChild.firstChild.data = String(frame * index);
      }
      for (let index = 0; index < 20; index++) {
        table.firstChild.remove();
        table.append(row(frame * 20 + index));
      }
      const numbers = Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 10_007);
      numbers.sort((a, b) => a - b);
      if (++frame < 120) requestAnimationFrame(step);
      else resolve(frame);
    };
    requestAnimationFrame(step);
  });
`;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Milliseconds of scripting during the callback. */
async function scriptingMs(page: Page, callback: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN) * 1_000;
  };
  const before = await read();
  await callback();
  const ms = (await read()) - before;
  await session.detach();
  return ms;
}

(executablePath === undefined ? describe.skip : describe)('the overhead of the SDK in Chromium', () => {
  let browser: Browser;
  let site: ClientSite;
  beforeAll(async () => {
    site = await startClientSite();
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...chromiumArguments] });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    site.stop();
  });

  const open = (): Promise<ClientPage> =>
    openClientPage({ browser, site, script, start: busy, body: '<table><tbody></tbody></table>' });
  const print = (line: string): void => void process.stderr.write(`overhead: ${line}\n`);

  test('is a few milliseconds of the main thread to start all integrations except replay', async () => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const { page, run: evaluate } = await open();
      times.push(await evaluate<number>('begin()'));
      await page.close();
    }
    const fastest = Math.min(...times).toFixed(1);
    print(`init ${median(times).toFixed(1)} ms, at best ${fastest} ms (median of ${RUNS} pages; promised are 2 ms)`);
    expect(median(times)).toBeLessThan(MOST_START_MS);
  }, 90_000);

  test('is microseconds per span', async () => {
    const { page, run } = await open();
    await run('begin()');
    const micros = await run<number>(`(() => {
      const round = () => {
        const before = performance.now();
        for (let index = 0; index < 20_000; index++) sluice.span('work', () => index);
        return ((performance.now() - before) * 1000) / 20_000;
      };
      const rounds = Array.from({ length: 9 }, round).sort((a, b) => a - b);
      return rounds[4];
    })()`);
    print(`a span ${micros.toFixed(2)} µs (median of 9 rounds; promised are 2 µs)`);
    expect(micros).toBeLessThan(50);
    await page.close();
  }, 60_000);

  test('is a bounded factor of scripting time for recording a busy page', async () => {
    /** Milliseconds of scripting during the work, and the bytes recorded. */
    const measure = async (isRecorded: boolean): Promise<{ readonly ms: number; readonly bytes: number }> => {
      const { page, run } = await open();
      if (isRecorded) {
        await run('record()');
        await page.waitForFunction('recorded() > 0');
      }
      const ms = await scriptingMs(page, () => run('work()'));
      if (isRecorded) await page.waitForFunction(`recorded() > 200_000`);
      const bytes = await run<number>('recorded()');
      await page.close();
      return { ms, bytes };
    };
    const pairs = [];
    for (let run = 0; run < 3; run++) pairs.push({ without: await measure(false), with: await measure(true) });
    const [without, recorded] = [
      median(pairs.map((pair) => pair.without.ms)),
      median(pairs.map((pair) => pair.with.ms)),
    ];
    const kilobytes = median(pairs.map((pair) => pair.with.bytes)) / 1_024;
    print(
      `a busy page scripts ${without.toFixed(0)} ms, recorded ${recorded.toFixed(0)} ms: ` +
        `${(recorded / without).toFixed(2)} times as long (median of 3; ${kilobytes.toFixed(0)} KB recorded)`,
    );
    expect(recorded / without).toBeLessThan(10);
  }, 90_000);
});
