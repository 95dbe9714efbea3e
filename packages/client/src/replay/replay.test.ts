import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SluiceEvent } from '../core/event.js';
import {
  change,
  click,
  createStorage,
  loadPage,
  mutation,
  standForPage,
  type PageStandIn,
} from './testing/standIns.js';

const minutes = (count: number): number => count * 60_000;
let fire: (event: object) => void;
let page: PageStandIn | undefined;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  fire = standForPage();
});
afterEach(async () => {
  await page?.client.close();
  page = undefined;
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a visit that is recorded from its beginning', () => {
  test('sends a non-empty segment after segmentMs, with the times of its first and last event', async () => {
    const { recorder, segments } = await load({ sampleRate: 1 });
    jest.advanceTimersByTime(2_000);
    recorder.emit(click);
    expect(segments()).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(segments()).toEqual([
      {
        replayId: expect.stringMatching(/^[\da-f]{32}$/),
        segment: 0,
        events: [
          expect.objectContaining({ type: 4 }),
          expect.objectContaining({ type: 2 }),
          expect.objectContaining(click),
        ],
        startTime: '2026-01-01T00:00:00.000Z',
        endTime: '2026-01-01T00:00:02.000Z',
      },
    ]);
  });

  test('sends a segment at once when it has 200 KB', async () => {
    const { recorder, segments } = await load({ sampleRate: 1 });
    recorder.emit(change(150_000));
    expect(segments()).toEqual([]);
    recorder.emit(change(60_000));
    expect(segments()).toHaveLength(1);
  });

  test('sends pending events in segments of 40 KB when the page is left, and larger events alone', async () => {
    const { client, recorder, segments } = await load({ sampleRate: 1 });
    for (const bytes of [30_000, 30_000, 90_000, 10, 10]) recorder.emit(change(bytes));
    client.leave();
    expect(segments().map(({ segment, events }) => [segment, events.length])).toEqual([
      [0, 3],
      [1, 1],
      [2, 1],
      [3, 2],
    ]);
  });

  test('only exceptions name the recording they are in', async () => {
    const { client, fail, recorder, segments, sent } = await load({ sampleRate: 1 });
    expect(fail()).toMatch(/^[\da-f]{32}$/);
    client.capture('log', { level: 'info', message: 'later' });
    expect(sent.at(-1)?.contexts?.['replay.id']).toBeUndefined();
    recorder.emit(click);
    client.leave();
    expect(segments()[0]?.replayId).toBe(fail());
    expect(sent.at(-2)?.contexts?.['replay.id']).toBeUndefined();
  });

  test.each([
    ['15 minutes without anybody', minutes(16), 0],
    ['maxMinutes', minutes(61), 10],
  ])('after %s, the next interaction starts another visit, with a snapshot', async (_, pause, everyMinutes) => {
    const { client, recorder, segments } = await load({ sampleRate: 1 });
    for (let passed = 0; passed < pause; passed += minutes(everyMinutes || 1_000)) {
      jest.advanceTimersByTime(Math.min(pause - passed, minutes(everyMinutes || 1_000)));
      if (everyMinutes > 0 && passed + minutes(everyMinutes) < pause) recorder.emit(click);
    }
    const before = recorder.snapshots();
    client.leave();
    const sent = segments().length;
    recorder.emit(change());
    jest.runOnlyPendingTimers();
    expect(recorder.snapshots()).toBe(before);
    recorder.emit(click);
    recorder.emit(change());
    jest.runOnlyPendingTimers();
    expect(recorder.snapshots()).toBe(before + 1);
    client.leave();
    const [last] = segments().slice(sent);
    expect(last).toMatchObject({ segment: 0, events: [{ type: 4 }, { type: 2 }] });
    expect(last?.replayId).not.toBe(segments()[0]?.replayId);
  });

  test('exceptions without a user present are in no recording', async () => {
    const { fail } = await load({ sampleRate: 1 });
    jest.advanceTimersByTime(minutes(16));
    expect(fail()).toBeUndefined();
  });

  test('a visit continues on its next page with the next segment; a restored page continues after that', async () => {
    const first = await load({ sampleRate: 1 });
    const { recorder } = first;
    first.client.leave();
    const second = await loadPage({ sampleRate: 1 });
    second.client.leave();
    fire({ persisted: true });
    jest.runOnlyPendingTimers();
    first.client.leave();
    const [one, other, again] = [first.segments()[0], second.segments()[0], first.segments()[1]];
    expect(other?.replayId).toBe(one?.replayId);
    expect([one?.segment, other?.segment]).toEqual([0, 1]);
    // The program's client is that of the second page here, which closed the first.
    expect(again).toBeUndefined();
    expect(recorder.isRecording).toBe(false);
    await second.client.close();
  });

  test('a page restored from the back/forward cache starts with a snapshot', async () => {
    const { client, recorder, segments } = await load({ sampleRate: 1 });
    client.leave();
    fire({ persisted: false });
    jest.advanceTimersByTime(0);
    expect(recorder.snapshots()).toBe(1);
    fire({ persisted: true });
    jest.advanceTimersByTime(0);
    client.leave();
    expect(recorder.snapshots()).toBe(2);
    expect(segments().map(({ segment }) => segment)).toEqual([0, 1]);
    expect(new Set(segments().map(({ replayId }) => replayId)).size).toBe(1);
  });

  test('takes a snapshot every five minutes, so that events after a gap can be replayed', async () => {
    const { recorder } = await load({ sampleRate: 1 });
    jest.advanceTimersByTime(minutes(6));
    expect(recorder.snapshots()).toBe(1);
    recorder.emit(click);
    recorder.emit(click);
    jest.advanceTimersByTime(0);
    expect(recorder.snapshots()).toBe(2);
  });
});

describe('a page that is too much', () => {
  test.each([
    ['over 10,000 mutations in 5 s', () => [mutation(6_000), mutation(6_000)]],
    ['over 20 MB in a minute', () => Array.from({ length: 5 }, () => change(4_500_000))],
    ['an event over 5 MB', () => [change(5_000_001)]],
  ])('%s ends the recording', async (_, events) => {
    const { client, fail, recorder } = await load({ sampleRate: 1 });
    for (const event of events()) recorder.emit(event);
    expect(recorder.isRecording).toBe(false);
    expect(fail()).toBeUndefined();
    recorder.emit(click);
    client.leave();
  });

  test('counts events that are dropped because they are too large', async () => {
    const { fail, recorder, sent } = await load({ sampleRate: 1 });
    recorder.emit(change(5_000_001));
    fail();
    expect(sent.map(({ contexts }) => contexts?.['sdk.dropped'])).toContainEqual({ 'too_large.replay': 1 });
  });

  test('10,000 mutations in more than 5 s are no reason', async () => {
    const { recorder } = await load({ sampleRate: 1 });
    for (let times = 0; times < 5; times += 1) {
      recorder.emit(mutation(6_000));
      jest.advanceTimersByTime(5_001);
    }
    expect(recorder.isRecording).toBe(true);
  });
});

describe('a visit that is recorded once an exception happens', () => {
  const error = { sampleRate: 0, errorSampleRate: 1 };

  test('sends nothing before', async () => {
    const { client, recorder, segments } = await load(error);
    recorder.emit(click);
    jest.advanceTimersByTime(minutes(1));
    client.leave();
    expect(segments()).toEqual([]);
  });

  test('the exception has the id, and held and later events are sent after it', async () => {
    const { fail, recorder, segments, sent } = await load(error);
    recorder.emit(click);
    const id = fail();
    expect(id).toMatch(/^[\da-f]{32}$/);
    recorder.emit(change());
    jest.advanceTimersByTime(0);
    expect(sent.map(({ type }) => type)).toEqual(['exception', 'replay']);
    expect(segments()).toEqual([expect.objectContaining({ replayId: id, segment: 0 })]);
    expect(segments()[0]?.events).toHaveLength(4);
    recorder.emit(click);
    jest.advanceTimersByTime(5_000);
    expect(segments()[1]).toMatchObject({ replayId: id, segment: 1, events: [click] });
    expect(fail()).toBe(id);
  });

  test('an exception that is not sent sends no recording; the next that is does', async () => {
    const told: unknown[] = [];
    const beforeSend = (event: SluiceEvent): SluiceEvent | null => {
      told.push(event.contexts?.['replay.id']);
      if (told.length === 2) throw new Error('no');
      return told.length === 1 ? null : event;
    };
    const { client, fail, recorder, segments, sent } = await load(error, { beforeSend });
    recorder.emit(click);
    expect([fail(), fail()]).toEqual([undefined, undefined]);
    jest.advanceTimersByTime(minutes(1));
    client.leave();
    expect(sent).toEqual([]);
    const id = fail();
    jest.advanceTimersByTime(5_000);
    expect(segments()).toMatchObject([{ replayId: id, segment: 0 }]);
    expect(told.slice(0, 3)).toEqual([id, id, id]);
  });

  test('held events are sent if the page is left at once', async () => {
    const { client, fail, segments } = await load(error);
    fail();
    client.leave();
    expect(segments()).toHaveLength(1);
    jest.advanceTimersByTime(minutes(1));
    expect(segments()).toHaveLength(1);
  });

  test('holds the last two snapshots; events older than a minute are moved to the start', async () => {
    const { fail, recorder, segments } = await load(error);
    for (let times = 0; times < 4; times += 1) {
      jest.advanceTimersByTime(31_000);
      recorder.emit(click);
      jest.advanceTimersByTime(0);
    }
    jest.advanceTimersByTime(minutes(2));
    recorder.emit(click);
    const now = Date.now();
    fail();
    jest.advanceTimersByTime(0);
    const events = segments().flatMap((segment) => segment.events as { type: number; timestamp: number }[]);
    const old = [60_000, 60_000, 60_000, 60_000, 60_000];
    // The snapshot at the end was due anyway.
    expect(events.map(({ type }) => type)).toEqual([4, 2, 3, 4, 2, 3, 4, 2]);
    expect(events.map(({ timestamp }) => now - timestamp)).toEqual([...old, 0, 0, 0]);
  });

  test('held events are limited: a new snapshot drops older ones', async () => {
    const { fail, recorder, segments } = await load(error);
    for (let times = 0; times < 20; times += 1) {
      recorder.emit(change(2_000_000));
      jest.advanceTimersByTime(10_000);
    }
    expect(recorder.snapshots()).toBe(11);
    fail();
    jest.advanceTimersByTime(0);
    const bytes = JSON.stringify(segments()).length;
    expect(bytes).toBeLessThan(10_100_000);
  });
});

describe('requests of a replay', () => {
  test('a visit that is not sampled loads nothing, and neither does its next page', async () => {
    const loading = jest.fn(() => Promise.reject(new Error('not wanted')));
    for (const rate of [0, 1]) {
      page = await loadPage({ sampleRate: rate, errorSampleRate: 0, load: loading });
      expect(page.fail()).toBeUndefined();
      page.client.leave();
    }
    expect(loading).not.toHaveBeenCalled();
  });

  test('shares are those of visits', async () => {
    for (const [first, second, kind] of [
      [0.05, 0, 'session'],
      [0.1, 0.4, 'error'],
      [0.1, 0.5, 'none'],
    ] as const) {
      const storage = createStorage();
      standForPage(storage);
      jest.spyOn(Math, 'random').mockReturnValueOnce(first).mockReturnValueOnce(second);
      const { client } = await load({ sampleRate: 0.1, errorSampleRate: 0.5 });
      expect(JSON.parse(storage.getItem('sluice.replay') ?? '')).toMatchObject({ kind });
      await client.close();
      jest.restoreAllMocks();
    }
  });

  test('a recorder that cannot be loaded does not disturb the page', async () => {
    const { fail } = await load({ sampleRate: 1, load: () => Promise.reject(new Error('blocked')) });
    expect(fail()).toBeUndefined();
  });

  test('an exception before the recorder is there begins the recording', async () => {
    let arrive: (chunk: never) => void = () => undefined;
    const { fail } = await load({ sampleRate: 0, load: () => new Promise((resolve) => (arrive = resolve)) });
    expect(fail()).toMatch(/^[\da-f]{32}$/);
    arrive(undefined as never);
  });

  test('a closed client has stopped it, also where the recorder comes later', async () => {
    const { client, recorder } = await load({ sampleRate: 1 });
    await client.close();
    expect(recorder.isRecording).toBe(false);
    const startRecording = jest.fn<() => never>();
    let arrive: () => void = () => undefined;
    const late = await load({
      sampleRate: 1,
      load: () => new Promise((resolve) => (arrive = () => resolve({ startRecording }))),
    });
    await late.client.close();
    arrive();
    await Promise.resolve();
    expect(startRecording).not.toHaveBeenCalled();
  });

  test('the recorder keeps its own errors, and leaves the page its errors', async () => {
    const { recorder } = await load({ sampleRate: 1 });
    const { errorHandler } = recorder.options();
    expect(errorHandler(new TypeError('x is undefined'))).toBe(true);
    expect(errorHandler(new DOMException('no rule', 'SyntaxError'))).toBe(false);
    expect(errorHandler(new TypeError("Failed to execute 'insertRule': 1 argument required"))).toBe(false);
  });
});

async function load(...options: Parameters<typeof loadPage>): Promise<PageStandIn> {
  return (page = await loadPage(...options));
}
