import { beforeAll, expect, test } from '@jest/globals';
import { rowsIn, type WireObject } from '../e2e/support/api.js';
import { accepted, envelopePath } from '../e2e/support/send.js';
import { waitForStored } from '../e2e/support/stored.js';
import { useSystem, useTenant, useApiClient } from '../e2e/support/useSystem.js';
import { useChromium, describeInChromium } from './useChromium.js';
import { useSite } from './useSite.js';

interface Story {
  readonly replayId: string;
  readonly traces: readonly string[];
  readonly spans: { readonly request: string };
  readonly answers: readonly { readonly status: number; readonly body: unknown }[];
}

const release = 'shop@3.1.4';
/** 3 of the first page, 3 of the second, the exception, and 2 sent by beacon. */
const events = 9;

describeInChromium('a visit in Chromium, read through the API', () => {
  const system = useSystem();
  const site = useSite('story.html');
  const browser = useChromium();
  const project = useTenant(system);
  const api = useApiClient(system, project, 'project:read');
  let story: Story;
  let exception: WireObject;
  beforeAll(async () => {
    // Use the user agent of regular Chrome: without a window, Chrome identifies itself as headless.
    const agent = await browser.newPage().then((blank) => blank.evaluate<string>('navigator.userAgent'));
    const page = await browser.newPage({ userAgent: agent.replace('HeadlessChrome', 'Chrome') });
    const query = new URLSearchParams({ endpoint: `${system.baseUrl}${envelopePath}`, key: project.key, release });
    await page.goto(`${site.origin}/shop?${query.toString()}`);
    await page.waitForFunction('window.story.done');
    story = await page.evaluate<Story>('window.story');
    await page.goto('about:blank');
    await waitForStored(system, project, events);
    const [found] = await api.all('exceptions');
    exception = await api.get(`exceptions/${String(found?.['id'])}`);
  }, 180_000);

  const traceOf = (index: number): Promise<WireObject> => api.get(`traces/${story.traces[index] ?? ''}`);

  test('has every event accepted', () => {
    expect(story.answers).toEqual([
      { status: 202, body: accepted({ processed: 3 }) },
      { status: 202, body: accepted({ processed: 3 }) },
      { status: 202, body: accepted({ processed: 1 }) },
    ]);
  });

  test('has an exception with stack frames and browser, linked to its user, trace and replay', () => {
    expect(exception).toMatchObject({
      type: 'TypeError',
      message: expect.stringMatching(/forEach/) as unknown,
      handled: false,
      release,
      environment: 'browser',
      user: 'id:42',
      traceId: story.traces[1],
      replayId: story.replayId,
      tags: { path: '/cart' },
      contexts: {
        'browser.name': 'Chrome',
        'os.name': expect.stringMatching(/\S/) as unknown,
        'user.ip': '127.0.0.1',
      },
    });
    const [frame] = rowsIn(exception['frames']);
    expect(frame).toMatchObject({ function: expect.stringMatching(/buyCart/) as unknown, inApp: true });
    expect(String(frame?.['file'])).toContain('/shop');
    expect(frame?.['line']).toBeGreaterThan(1);
    expect(frame?.['column']).toBeGreaterThan(1);
  });

  test('has an issue with the release, user and culprit of the exception', async () => {
    const issue = await api.get(`issues/${String(exception['issueId'])}`);
    expect(issue).toMatchObject({
      title: expect.stringMatching(/TypeError/) as unknown,
      culprit: expect.stringMatching(/buyCart/) as unknown,
      count: 1,
      users: 1,
      firstRelease: release,
      lastRelease: release,
      latestEventId: exception['id'],
    });
    const [event] = await api.all(`issues/${String(issue['id'])}/events`);
    expect(event?.['id']).toBe(exception['id']);
    const user = await api.get(`users/${encodeURIComponent('id:42')}`);
    expect(user).toMatchObject({ email: 'ann@example.com', ip: '127.0.0.1' });
    expect(rowsIn(user['issues']).map(({ id }) => id)).toEqual([issue['id']]);
  });

  test('links the traces of its two pages to each other', async () => {
    expect(await traceOf(0)).toMatchObject({
      name: '/shop',
      op: 'pageload',
      previousTraceId: null,
      nextTraceIds: [story.traces[1]],
    });
    expect(await traceOf(1)).toMatchObject({
      name: '/cart',
      op: 'navigation',
      previousTraceId: story.traces[0],
      nextTraceIds: [],
    });
  });

  test('has a trace of the second page with its request, log, exception and replay', async () => {
    const trace = await traceOf(1);
    expect(rowsIn(trace['spans'])).toMatchObject([
      { name: '/cart', orphan: false, children: [{ uuid: story.spans.request, op: 'http.client', status: 'ok' }] },
    ]);
    expect(trace['logs']).toMatchObject([{ message: 'the cart is open' }]);
    expect(trace['exceptions']).toMatchObject([{ id: exception['id'], issueId: exception['issueId'] }]);
    expect(trace['replayIds']).toEqual([story.replayId]);
    expect(trace).toMatchObject({ user: 'id:42', environment: 'browser', spanCount: 2, errorCount: 0 });
  });

  test('has a replay with both segments, including the one sent by beacon, its exception and its traces', async () => {
    const replay = await api.get(`replays/${story.replayId}`);
    expect(replay).toMatchObject({ segments: 2, gaps: [], eventCount: 3, errorCount: 1, user: 'id:42', release });
    expect(rowsIn(replay['exceptions']).map(({ id }) => id)).toEqual([exception['id']]);
    expect(new Set(replay['traceIds'] as string[])).toEqual(new Set(story.traces));
    const { events: played } = await api.get(`replays/${story.replayId}/segments/1`);
    expect(played).toEqual([{ type: 3, data: { at: '/cart' } }]);
  });

  test('has hits, their daily total and the metric of both page loads', async () => {
    const hits = await api.all('hits');
    expect(hits.map(({ url }) => String(url).replace(site.origin, ''))).toEqual(['/cart', '/shop']);
    expect((await firstRow('hits', { trace: story.traces[0] ?? '' }))['user']).toBe('id:42');
    const days = rowsIn((await api.get('hits/days'))['data']);
    expect(days.reduce((sum, day) => sum + Number(day['pageviews']), 0)).toBe(2);
    expect(await firstRow('metrics')).toMatchObject({ name: 'web_vital.fcp', count: 2, sum: 241, max: 120.5 });
  });

  async function firstRow(list: string, query: Record<string, string> = {}): Promise<WireObject> {
    const [row] = await api.all(list, query);
    if (row === undefined) throw new Error(`nothing in ${list}`);
    return row;
  }
});
