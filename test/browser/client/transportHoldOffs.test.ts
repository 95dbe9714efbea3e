import { afterEach, expect, test } from '@jest/globals';
import { withinHour } from '../../e2e/support/clock.js';
import { tally } from '../../e2e/support/send.js';
import { waitForStored } from '../../e2e/support/stored.js';
import { waitForUsage } from '../../e2e/support/usage.js';
import { type Reply, type ReceivedBatch } from './support/faultProxy.js';
import { useTransportStage, type Scene } from './support/transportStage.js';
import { describeInChromium } from '../useChromium.js';

/** Longer than any test, so that no batch is flushed by the interval. */
const transportOptions = { flushInterval: 600_000 };

const oneOfEach = `
  sluice.log('info', 'log');
  sluice.hit('hit');
  sluice.span('span', () => 1);
  sluice.captureException(new Error('exception'));
`;
const typesOf = ({ events }: ReceivedBatch): string[] => events.map(({ type }) => type).sort();

/** A response with hold-offs. */
const limited = (limits: string, status = 202): Reply => ({ status, headers: { 'x-service-rate-limits': limits } });

describeInChromium('a page in Chromium that receives hold-offs', () => {
  let scene: Scene;
  afterEach(() => {
    expect(scene.errors).toEqual([]);
  });
  const stage = useTransportStage();

  const all = ['exception', 'hit', 'log', 'span'];
  test.each<readonly [string, readonly string[]]>([
    ['60:log', ['log']],
    ['60:log;hit', ['hit', 'log']],
    ['60:log;hit, 120:span', ['hit', 'log', 'span']],
    ['120:span,60:exception;log', ['exception', 'log', 'span']],
    ['60:hit, 0:log', ['hit']],
    ['60:replay, 30:metric;nothing', []],
    ['60:', all],
    ['60', all],
    ['60:all', all],
    ['soon:log, , 60;hit, -5:span, :exception', []],
  ])('with "%s" drops %j before queueing and sends other types', async (limits, held) => {
    await answerOneLog(limited(limits));
    const { types, dropped } = await sendOneOfEach();
    expect(types).toEqual(all.filter((type) => !held.includes(type)));
    // The first event that is sent reports earlier drops, the next one later drops.
    const reported = Object.keys(dropped ?? {}).map((key) => key.replace('held_off.', ''));
    expect(held).toEqual(expect.arrayContaining(reported));
    expect(reported.length > 0).toBe(held.length > 0 && held.length < all.length);
    expect(await scene.reportedErrors()).toEqual([]);
  });

  const bare: readonly (readonly [string, Record<string, string>])[] = [
    ['Retry-After in seconds', { 'retry-after': '60' }],
    ['Retry-After as a date', { 'retry-after': new Date(Date.now() + 600_000).toUTCString() }],
    ['an invalid Retry-After', { 'retry-after': 'soon' }],
    ['no Retry-After', {}],
  ];
  test.each(bare)('in a 429 with %s holds off the types of that batch', async (_what, headers) => {
    await answerOneLog({ status: 429, headers });
    expect(await scene.reportedErrors()).toMatchObject([{ type: 'log', status: 429 }]);
    const { types, dropped } = await sendOneOfEach();
    expect(types).toEqual(['exception', 'hit', 'span']);
    // The server counts the rejected event; only the page counts the held-off one.
    expect(dropped).toEqual({ 'held_off.log': 1 });
  });

  test('in two responses applies the longer one', async () => {
    scene = await stage.open({ transportOptions });
    const replies = [limited('3600:hit'), limited('1:hit, 3600:log'), limited('0:hit;log')];
    scene.proxy.setFault((_batch, index) => replies[index] ?? 'pass');
    for (const name of ['one', 'two', 'three']) {
      await scene.run(`sluice.captureException(new Error('${name}')); sluice.flush()`);
    }
    await scene.proxy.waitForBatches(3);
    await scene.page.waitForFunction(`Date.now() > ${(scene.proxy.received[1]?.at ?? 0) + 1_100}`);
    expect((await sendOneOfEach()).types).toEqual(['exception', 'span']);
  });

  test('of one second sends held-off types within five seconds after it, and other types at any time', async () => {
    scene = await stage.open({ start: 'Math.random = () => 0.3; sluice.init(settings)' });
    scene.proxy.setFault((_batch, index) => (index === 0 ? limited('1:log') : 'pass'));
    await scene.run(`sluice.log('info', 'first'); sluice.flush()`);
    const [first] = await scene.proxy.waitForBatches(1);
    const answeredAt = first?.at ?? 0;
    await scene.run(`sluice.log('info', 'held'); sluice.hit('free'); sluice.flush()`);
    expect((await scene.proxy.waitForBatches(2)).map(typesOf)).toEqual([['log'], ['hit']]);
    await scene.page.waitForFunction(`Date.now() > ${answeredAt + 1_300}`);
    await scene.run(`sluice.log('info', 'spread'); sluice.captureException(new Error('not spread'))`);
    const [, , exception] = await scene.proxy.waitForBatches(3);
    expect(exception === undefined ? [] : typesOf(exception)).toEqual(['exception']);
    const log = (await scene.proxy.waitForBatches(4))[3];
    expect(log?.events.map(({ payload }) => payload['message'])).toEqual(['spread']);
    // One second, plus 0.3 of five seconds.
    expect((log?.at ?? 0) - answeredAt).toBeGreaterThanOrEqual(2_450);
    await waitForStored(stage.system(), scene.project, 3);
  });

  test('sends without that delay on flush and on unload', async () => {
    for (const leave of [() => scene.run('sluice.flush()'), () => scene.page.close()]) {
      scene = await stage.open({ start: 'Math.random = () => 0.9; sluice.init(settings)', transportOptions });
      scene.proxy.setFault((_batch, index) => (index === 0 ? limited('1:log') : 'pass'));
      await scene.run(`sluice.log('info', 'first'); sluice.flush()`);
      const [first] = await scene.proxy.waitForBatches(1);
      await scene.page.waitForFunction(`Date.now() > ${(first?.at ?? 0) + 1_200}`);
      await scene.run(`sluice.log('info', 'second')`);
      await leave();
      const [, second] = await scene.proxy.waitForBatches(2);
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(1_000 + 0.9 * 5_000);
    }
  });

  test('from a project with an hourly cap and a monthly quota holds off both groups', () =>
    withinHour(async () => {
      const settings = { project: { eventsPerHour: 0 }, organization: { 'monthly.spans': 0 } };
      scene = await stage.open({ transportOptions: { ...transportOptions, immediateTypes: [] }, settings });
      await scene.run(`sluice.log('info', 'capped'); sluice.span('over quota', () => 1); sluice.flush()`);
      const [refused] = await scene.proxy.waitForBatches(1);
      expect(refused?.answer).toMatchObject({ status: 429, body: tally({ rate_limited: 1, quota_exceeded: 1 }) });
      expect(refused?.answer?.limits).toMatch(/^\d+:log, \d+:span$/);
      expect((await scene.reportedErrors()).map(({ type, status }) => [type, status]).sort()).toEqual([
        ['log', 429],
        ['span', 429],
      ]);
      await scene.run(`sluice.log('info', 'held'); sluice.span('held', () => 1); sluice.flush()`);
      await scene.run(`sluice.hit('not held yet'); sluice.flush()`);
      const [, hit] = await scene.proxy.waitForBatches(2);
      expect(hit?.events.map(({ type }) => type)).toEqual(['hit']);
      expect(droppedOf(hit)).toEqual({ 'held_off.log': 1, 'held_off.span': 1 });
      const usage = await waitForUsage(stage.system(), scene.project, 3);
      expect(usage).toEqual({
        'log rate_limited hourly_cap': 1,
        'span quota_exceeded monthly_quota': 1,
        'hit rate_limited hourly_cap': 1,
      });
    }));

  test('in a response that accepts part of the batch holds off the rejected types', () =>
    withinHour(async () => {
      scene = await stage.open({ transportOptions, settings: { project: { eventsPerHour: 3 } } });
      await scene.run(`for (let index = 0; index < 5; index++) sluice.log('info', 'line ' + index); sluice.flush()`);
      const [part] = await scene.proxy.waitForBatches(1);
      expect(part?.answer).toMatchObject({ status: 202, body: tally({ processed: 3, rate_limited: 2 }) });
      expect(await scene.reportedErrors()).toEqual([]);
      await scene.run(`sluice.log('info', 'held'); sluice.span('free', () => 1); sluice.flush()`);
      const [, span] = await scene.proxy.waitForBatches(2);
      expect(span?.events.map(({ type }) => type)).toEqual(['span']);
      expect(droppedOf(span)).toEqual({ 'held_off.log': 1 });
      await waitForStored(stage.system(), scene.project, 4);
    }));

  /** Sends one event of each type. @returns the types that arrived, and the drops that the page reports */
  async function sendOneOfEach(): Promise<{ readonly types: readonly string[]; readonly dropped: unknown }> {
    const before = scene.proxy.received.length;
    await scene.run(`${oneOfEach} sluice.flush()`);
    const received = scene.proxy.received.slice(before);
    return { types: received.flatMap(typesOf).sort(), dropped: received.map(droppedOf).find(Boolean) };
  }

  /** Makes the page send a log that gets this response; later batches pass. */
  async function answerOneLog(reply: Reply): Promise<void> {
    scene = await stage.open({ transportOptions });
    scene.proxy.setFault((_batch, index) => (index === 0 ? reply : 'pass'));
    await scene.run(`sluice.log('info', 'first'); sluice.flush()`);
    await scene.proxy.waitForBatches(1);
  }
});

function droppedOf(received: ReceivedBatch | undefined): unknown {
  return received?.events.map(({ contexts }) => contexts?.['sdk.dropped']).find(Boolean);
}
