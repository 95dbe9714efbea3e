import { afterEach, expect, test } from '@jest/globals';
import { rowsOf, waitForStored } from '../../e2e/support/stored.js';
import { usageOf, waitForUsage } from '../../e2e/support/usage.js';
import { type Fault, type ReceivedBatch } from './support/faultProxy.js';
import { useTransportStage, type Scene } from './support/transportStage.js';
import { describeInChromium } from '../useChromium.js';

/** Longer than any test, so that no batch is flushed by the interval. */
const flushInterval = 600_000;
/** Makes the delays before retries as short as possible. */
const start = 'Math.random = () => 0; sluice.init(settings)';

const three = `sluice.log('info', 'one'); sluice.log('info', 'two'); sluice.hit('three'); sluice.flush()`;
const later = `sluice.log('info', 'later'); sluice.flush()`;

const droppedOf = ({ events }: ReceivedBatch): unknown => events[0]?.contexts?.['sdk.dropped'];

describeInChromium('a page in Chromium whose requests fail', () => {
  let scene: Scene;
  /** Failures of the transport never affect the page. */
  afterEach(async () => {
    expect(scene.errors).toEqual([]);
    expect(await scene.run('1 + 1')).toBe(2);
  });
  // Declared after the hook above, because it closes the page.
  const stage = useTransportStage();

  test('retries and drops while offline, and sends again once online', async () => {
    scene = await stage.open({ start, transportOptions: { flushInterval } });
    await scene.page.context().setOffline(true);
    await scene.run(three);
    await expectThreeReported();
    await scene.page.context().setOffline(false);
    await expectLater({ 'network.log': 2, 'network.hit': 1 }, 1);
    expect(await scene.reportedErrors()).toHaveLength(3);
  });

  test('retries and drops while the server is down, and sends again once it is back', async () => {
    scene = await stage.open({ start, transportOptions: { flushInterval } });
    await scene.proxy.goDown();
    await scene.run(three);
    await expectThreeReported();
    await scene.proxy.comeBack();
    await expectLater({ 'network.log': 2, 'network.hit': 1 }, 1);
  });

  test('loses no event and reports no error if the server recovers before the retry', async () => {
    scene = await stage.open({
      start: 'Math.random = () => 0.9; sluice.init(settings)',
      transportOptions: { flushInterval, retries: 3 },
    });
    await scene.proxy.goDown();
    const flushed = scene.run(three);
    await scene.page.waitForFunction(
      `performance.getEntriesByType('resource').some(({ name }) => /envelope/.test(name))`,
    );
    await scene.proxy.comeBack();
    await flushed;
    expect(await scene.reportedErrors()).toEqual([]);
    await waitForStored(stage.system(), scene.project, 3);
    expect(droppedOf(last(scene))).toBeUndefined();
  });

  const retries = [[0], [1], [3]] as const;
  test.each(retries)('retries %i times with the same bytes after a closed connection', async (count) => {
    scene = await stage.open({ start, transportOptions: { flushInterval, retries: count } });
    scene.proxy.setFault('drop');
    await scene.run(three);
    await expectThreeReported();
    await scene.proxy.waitForBatches(1 + count);
    expect(new Set(scene.proxy.received.map(({ body }) => body)).size).toBe(1);
    scene.proxy.setFault('pass');
    await expectLater({ 'network.log': 2, 'network.hit': 1 }, 2 + count);
  });

  test('retries after a timeout', async () => {
    scene = await stage.open({ start, transportOptions: { flushInterval, timeout: 400 } });
    scene.proxy.setFault('silence');
    await scene.run(three);
    await expectThreeReported();
    const [first, again] = await scene.proxy.waitForBatches(2);
    expect(again?.body).toBe(first?.body);
    // A request without a response ends only by the timeout.
    scene.proxy.setFault('pass');
    await expectLater({ 'network.log': 2, 'network.hit': 1 }, 3);
  });

  const lost: readonly Fault[] = ['swallow', 'drop'];
  test.each(lost)('has events stored and charged once after a first attempt with the fault "%s"', async (fault) => {
    scene = await stage.open({ start, transportOptions: { flushInterval } });
    scene.proxy.setFault((_batch, index) => (index === 0 ? fault : 'pass'));
    await scene.run(three);
    const [first, again] = await scene.proxy.waitForBatches(2);
    expect(again?.body).toBe(first?.body);
    const isSwallowed = fault === 'swallow';
    expect([first?.answer, again?.answer]).toMatchObject([
      isSwallowed ? { status: 202, body: { processed: 3 } } : undefined,
      { status: 202, body: isSwallowed ? { success: true, duplicate: true } : { processed: 3 } },
    ]);
    await scene.run(later);
    await waitForStored(stage.system(), scene.project, 4);
    expect(await scene.reportedErrors()).toEqual([]);
    expect(droppedOf(last(scene))).toBeUndefined();
    await waitForUsage(stage.system(), scene.project, 4);
    expect(await usageOf(stage.system(), scene.project)).toEqual({ 'log processed': 3, 'hit processed': 1 });
  });

  test('has an exception stored once if its response is lost', async () => {
    scene = await stage.open({ start });
    scene.proxy.setFault((_batch, index) => (index === 0 ? 'swallow' : 'pass'));
    await scene.run(`setTimeout(() => { throw new TypeError('uncaught') }); 0`);
    await scene.proxy.waitForBatches(2);
    await scene.run(later);
    await waitForStored(stage.system(), scene.project, 2);
    expect(await rowsOf(stage.system(), scene.project, 'exception')).toMatchObject([
      { type: 'TypeError', message: 'uncaught', handled: false },
    ]);
    expect(scene.errors).toEqual(['TypeError: uncaught']);
    (scene.errors as string[]).length = 0;
  });

  test.each([401, 403, 413, 500, 503])(
    'does not retry a response of %i, and reports it once per event',
    async (status) => {
      scene = await stage.open({ start, transportOptions: { flushInterval } });
      scene.proxy.setFault({ status });
      await scene.run(three);
      await expectThreeReported(status);
      scene.proxy.setFault('pass');
      await expectLater({ 'rejected.log': 2, 'rejected.hit': 1 }, 2);
      expect(await scene.reportedErrors()).toHaveLength(3);
    },
  );

  test('reports a 401 for an unknown key', async () => {
    const unknown = `settings.dsn = settings.dsn.replace(/[\\da-f]{32}/, '0'.repeat(32)); ${start}`;
    scene = await stage.open({ start: unknown, transportOptions: { flushInterval } });
    await scene.run(three);
    await expectThreeReported(401);
    await scene.run(later);
    expect(await scene.reportedErrors()).toHaveLength(4);
    expect((await scene.proxy.waitForBatches(2)).map(({ answer }) => answer?.status)).toEqual([401, 401]);
  });

  test('reports a 403 for an origin that is not allowed', async () => {
    const settings = { project: { allowedDomains: ['example.com'] } };
    scene = await stage.open({ start, settings, transportOptions: { flushInterval } });
    await scene.run(three);
    await expectThreeReported(403);
    expect((await scene.proxy.waitForBatches(1)).map(({ answer }) => answer?.status)).toEqual([403]);
  });

  test('has at most four requests in flight to a slow server, and sends the rest afterwards', async () => {
    scene = await stage.open({ transportOptions: { flushInterval } });
    scene.proxy.setFault('hold');
    await scene.run(`for (let index = 0; index < 200; index++) sluice.log('info', 'line ' + index)`);
    await scene.proxy.waitForBatches(4);
    expect(await scene.run('sluice.log("info", "one more"), 1')).toBe(1);
    expect(scene.proxy.received).toHaveLength(4);
    scene.proxy.release();
    await scene.run('sluice.flush()');
    await scene.proxy.waitForEvents(201);
    await waitForStored(stage.system(), scene.project, 201);
    expect(await scene.reportedErrors()).toEqual([]);
  });

  /** Expects exactly one call of `onError` for each of the three events. */
  async function expectThreeReported(status?: number): Promise<void> {
    const reported = await scene.reportedErrors();
    expect(reported.map(({ type }) => type).sort()).toEqual(['hit', 'log', 'log']);
    for (const { name, status: of } of reported) expect([name, of]).toEqual(['TransportError', status]);
  }

  /** Expects the next batch to be sent, and to report the dropped events. */
  async function expectLater(dropped: unknown, batches: number): Promise<void> {
    await scene.run(later);
    await scene.proxy.waitForBatches(batches);
    expect(last(scene).events.map(({ payload }) => payload['message'])).toEqual(['later']);
    expect(droppedOf(last(scene))).toEqual(dropped);
    await waitForStored(stage.system(), scene.project, 1);
  }
});

function last({ proxy: { received } }: Scene): ReceivedBatch {
  const one = received.at(-1);
  if (one === undefined) throw new Error('nothing came');
  return one;
}
