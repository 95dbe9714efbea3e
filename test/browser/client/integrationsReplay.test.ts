import { expect, test } from '@jest/globals';
import { rowsIn, type WireObject } from '../../e2e/support/api.js';
import { countStored } from '../../e2e/support/stored.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { elsewhere } from './support/composePage.js';
import { type ClientPage } from './support/openClientPage.js';
import { leavePage, useClientStage } from './support/clientStage.js';
import { describeInChromium } from '../useChromium.js';

const script = `
  import * as sluice from '@sluice/client';
  globalThis.sluice = sluice;
  sluice.init({ dsn: pageData.dsn, release: 'shop@1', integrations: [sluice.replay(pageData.replay)] });
`;
const body = `
  <h1>Dear Ann</h1>
  <form><input id="name" value="Ann"><button type="button" id="buy">Buy apples</button></form>
  <ul id="list"></ul>
`;
const start = `
  document.querySelector('#buy').onclick = () => {
    const item = document.createElement('li');
    item.textContent = 'apples for Ann';
    document.querySelector('#list').append(item);
  };
`;

/** The recorder's event types. */
const [FULL_SNAPSHOT, CHANGE, META] = [2, 3, 4];

interface Recorded extends WireObject {
  readonly type: number;
  readonly data: { readonly href?: string; readonly source?: number };
}

describeInChromium('a replay in Chromium, read through the API', () => {
  const stage = useClientStage();

  test('covers a sampled visit from its start across pages, without text or input', async () => {
    const opened = await open({ sampleRate: 1, segmentMs: 300 });
    await segments(1);
    await use(opened);
    await opened.page.goto(`${stage.site.origin}${elsewhere}`);
    const before = (await countStored(stage.system, stage.project))['replays'] ?? 0;
    await opened.page.goto(opened.url);
    await segments(before + 1);
    await use(opened);
    await opened.run(`sluice.captureException(new Error('no apples')); sluice.flush()`);
    await leavePage(opened.page);
    await waitFor(async () => (await stage.rows('exception')).length === 1, { what: 'the exception' });
    const [exception] = await stage.rows('exception');
    const read = await waitFor(
      async () => {
        const { replay, events } = await readBack();
        const pages = events.filter(({ type }) => type === META);
        return pages.length === 2 && replay['errorCount'] === 1 ? { replay, events } : undefined;
      },
      { what: 'both pages of the replay' },
    );
    expect(read.replay).toMatchObject({ id: exception?.['replay_id'], gaps: [], release: 'shop@1' });
    expect(Number(read.replay['segments'])).toBeGreaterThanOrEqual(3);
    expect(rowsIn(read.replay['exceptions'])).toMatchObject([{ message: 'no apples' }]);
    expect(read.events.slice(0, 2).map(({ type }) => type)).toEqual([META, FULL_SNAPSHOT]);
    // Mutations and inputs, on both pages.
    const sources = read.events.filter(({ type }) => type === CHANGE).map(({ data }) => data.source);
    expect(sources).toEqual(expect.arrayContaining([0, 5]));
    expect(JSON.stringify(read.events)).not.toMatch(/Ann|Bob|apples/);
  }, 60_000);

  test('recorded on error covers the time before the first error and what follows it', async () => {
    const opened = await open({ sampleRate: 0, errorSampleRate: 1, segmentMs: 300 });
    await use(opened);
    await opened.run(`sluice.log('info', 'nothing happened yet'); sluice.flush()`);
    // A segment sent before the log would be stored by now.
    await stage.stored(1);
    await opened.run(`void setTimeout(function fail() { throw new RangeError('thrown'); })`);
    await segments(1);
    await use(opened);
    await leavePage(opened.page);
    const [exception] = await stage.rows('exception');
    expect(exception).toMatchObject({ replay_id: expect.stringMatching(/^[\da-f]{32}$/) });
    const [log] = await stage.rows('log');
    expect(log).toMatchObject({ replay_id: null });
    await segments(2);
    const { replay, events } = await readBack();
    expect(replay).toMatchObject({ id: exception?.['replay_id'], gaps: [], errorCount: 1 });
    expect(events.slice(0, 2).map(({ type }) => type)).toEqual([META, FULL_SNAPSHOT]);
    const thrownAt = (exception?.['timestamp'] as Date).getTime();
    const changes = events.filter(({ type }) => type === CHANGE).map(({ timestamp }) => Number(timestamp));
    expect(Math.min(...changes)).toBeLessThan(thrownAt);
    expect(Math.max(...changes)).toBeGreaterThan(thrownAt);
  }, 60_000);

  test('with a large snapshot is sent compressed and stored unchanged', async () => {
    const before = 'for (let index = 0; index < 2_000; index++) document.body.append(document.createElement("p"));';
    const encodings: (string | undefined)[] = [];
    const opened = await stage.open({
      script,
      body,
      pageData: { dsn: stage.dsn, replay: { sampleRate: 1, segmentMs: 300 } },
      start: before,
      before: (page) =>
        Promise.resolve(void page.on('request', (one) => encodings.push(one.headers()['content-encoding']))),
    });
    await segments(1);
    await opened.page.close();
    expect(encodings).toContain('gzip');
    const { events } = await readBack();
    const snapshot = JSON.stringify(events.find(({ type }) => type === FULL_SNAPSHOT));
    expect(snapshot.match(/"tagName":"p"/g)).toHaveLength(2_000);
  }, 60_000);

  test('is absent from an unsampled visit: the recorder is not loaded, and exceptions have no replay id', async () => {
    const attributes = { 'data-dsn': stage.dsn };
    const asked: string[] = [];
    const before = (page: ClientPage['page']) =>
      Promise.resolve(void page.on('request', (request) => asked.push(new URL(request.url()).pathname)));
    const tag = { src: `${stage.system.baseUrl}/sdk/sluice.js`, attributes };
    const opened = await stage.open({ tag, start, body, before });
    await use(opened);
    await opened.run(`sluice.captureException(new Error('no apples')); sluice.flush()`);
    await leavePage(opened.page);
    // The exception, the view, the pageload span and the vitals.
    expect(await stage.stored(4)).toMatchObject({ exceptions: 1, replays: 0 });
    expect(await stage.rows('exception')).toMatchObject([{ replay_id: null }]);
    expect(asked).toContain('/sdk/sluice.js');
    expect(asked).not.toContain('/sdk/replay.js');
  }, 60_000);

  /** The only replay of the project, with all recorded events. */
  async function readBack(): Promise<{ replay: WireObject; events: Recorded[] }> {
    const [found, ...others] = await stage.api.all('replays');
    expect(others).toEqual([]);
    const replay = await stage.api.get(`replays/${String(found?.['id'])}`);
    const parts = await Promise.all(
      rowsIn(replay['segmentList']).map((one) =>
        stage.api.get(`replays/${String(replay['id'])}/segments/${String(one['segment'])}`),
      ),
    );
    return { replay, events: parts.flatMap((part) => rowsIn(part['events']) as Recorded[]) };
  }

  async function use({ page }: ClientPage): Promise<void> {
    await page.fill('#name', 'Bob Builder');
    await page.click('#buy');
    await page.waitForSelector('li');
  }

  /** Resolves when this many segments are stored. */
  function segments(count: number): Promise<unknown> {
    return waitFor(async () => ((await countStored(stage.system, stage.project))['replays'] ?? 0) >= count, {
      what: `${count} segments`,
    });
  }

  function open(replay: object): Promise<ClientPage> {
    return stage.open({ script, start, body, pageData: { dsn: stage.dsn, replay } });
  }
});
