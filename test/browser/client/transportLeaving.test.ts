import { expect, test } from '@jest/globals';
import { countStored, rowsOf, waitForStored } from '../../e2e/support/stored.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { type ReceivedBatch } from './support/faultProxy.js';
import { elsewhere } from './support/composePage.js';
import { startOrdinaryChromium } from './support/ordinaryChromium.js';
import { useTransportStage, type Scene } from './support/transportStage.js';
import { useResource } from '@sluice/testkit/useResource';
import { describeInChromium } from '../useChromium.js';

/** Longer than any test, so that no batch is flushed by the interval. */
const transportOptions = { flushInterval: 600_000, maxBatchSize: 1_000, immediateTypes: [] };

/** Limit of all beacons and keepalive requests of a page in flight, in bytes. */
const pageBytes = 65_536;
const bytesOf = ({ body }: ReceivedBatch): number => Buffer.byteLength(body);
/** Whether the request outlives the page. */
const isLast = ({ url }: ReceivedBatch): boolean => url.includes('service_key=');
const isBeacon = ({ headers }: ReceivedBatch): boolean => headers['sec-fetch-mode'] === 'no-cors';

const three = `sluice.log('info', 'one'); sluice.hit('two'); sluice.captureException(new Error('three'));`;
const awayFrom = ({ url }: Scene): string => new URL(elsewhere, url).href;

describeInChromium('a page in Chromium with pending events', () => {
  const stage = useTransportStage();
  const ordinary = useResource(startOrdinaryChromium, (started) => started.stop());

  const leavings: readonly (readonly [string, (scene: Scene) => Promise<unknown>])[] = [
    ['closed', ({ page }) => page.close()],
    ['navigated elsewhere', (scene) => scene.page.goto(awayFrom(scene))],
    ['reloaded', ({ page }) => page.reload()],
  ];
  test.each(leavings)('that is %s sends them once, exceptions first', async (_how, leave) => {
    const scene = await stage.open({ transportOptions });
    await scene.run(three);
    await leave(scene);
    const events = await scene.proxy.waitForEvents(3);
    expect(events[0]?.type).toBe('exception');
    expectKeyed(scene.proxy.received, scene);
    expect(scene.proxy.received.every(isLast)).toBe(true);
    await storedOnce(scene, 3);
  });

  test('that is hidden sends them once, and sends later events normally when shown again', async () => {
    const scene = await stage.open({ transportOptions, context: ordinary.context });
    await ordinary.show(scene.page);
    await scene.run(three);
    await ordinary.hideAll();
    await scene.proxy.waitForEvents(3);
    const last = [...scene.proxy.received];
    expect(last.every(isLast)).toBe(true);
    expectKeyed(last, scene);
    await scene.run(`sluice.log('info', 'while hidden')`);
    await ordinary.show(scene.page);
    await scene.run(`sluice.log('info', 'shown again'); sluice.flush()`);
    await scene.proxy.waitForEvents(5);
    const [after] = scene.proxy.received.slice(last.length);
    expect(messagesOf(after === undefined ? [] : [after])).toEqual(['while hidden', 'shown again']);
    expect(after?.url).toBe('/api/envelope');
    await storedOnce(scene, 5);
  });

  test('that is hidden and frozen sends them once, and continues when resumed', async () => {
    const scene = await stage.open({ transportOptions, context: ordinary.context });
    await ordinary.show(scene.page);
    await scene.run(three);
    await ordinary.hideAll();
    await ordinary.setFrozen(scene.page, true);
    await scene.proxy.waitForEvents(3);
    await ordinary.setFrozen(scene.page, false);
    await ordinary.show(scene.page);
    await scene.run(`sluice.log('info', 'thawed'); sluice.flush()`);
    await scene.proxy.waitForEvents(4);
    await storedOnce(scene, 4);
    expect(scene.errors).toEqual([]);
  });

  test('that is closed during a root span and the page load sends their spans', async () => {
    const start = 'sluice.init({ ...settings, integrations: [sluice.browserTracing(), sluice.webVitals()] })';
    const scene = await stage.open({ transportOptions, start });
    await scene.run(`for (let index = 0; index < 18; index++) sluice.log('info', 'line ' + index)`);
    await scene.run(`sluice.startInactiveSpan('root', { parent: null }).run(() => sluice.span('child', () => 1))`);
    await scene.page.close();
    const events = await scene.proxy.waitForEvents(21);
    const spans = events.filter(({ type }) => type === 'span').map(({ payload }) => payload['op'] ?? payload['name']);
    expect(spans.sort()).toEqual(['child', 'pageload', 'web_vital']);
    expect(scene.proxy.received.every(isLast)).toBe(true);
    await storedOnce(scene, 21);
  });

  test('that navigates in the task that captures an exception sends it once', async () => {
    const scene = await stage.open();
    const left = scene.page.waitForURL(awayFrom(scene));
    await scene.run(`sluice.captureException(new Error('last')); location.href = ${JSON.stringify(elsewhere)}; 0`);
    await left;
    await waitForStored(stage.system(), scene.project, 1);
    expect(await rowsOf(stage.system(), scene.project, 'exception')).toMatchObject([{ message: 'last' }]);
  });

  test('that is closed while a response is pending sends its events once', async () => {
    // A slow machine must reach neither the flush of the log nor the timeout of the request before the page closes.
    const scene = await stage.open({ transportOptions: { flushInterval: 600_000, timeout: 600_000 } });
    scene.proxy.setFault((_batch, index) => (index === 0 ? 'hold' : 'pass'));
    await scene.run(`sluice.captureException(new Error('under way'))`);
    await scene.proxy.waitForBatches(1);
    await scene.run(`sluice.log('info', 'pending')`);
    await scene.page.close();
    await scene.proxy.waitForBatches(2);
    scene.proxy.release();
    await storedOnce(scene, 2);
  });

  test('that is closed while a batch waits for its retry sends the same bytes', async () => {
    const scene = await stage.open();
    scene.proxy.setFault((_batch, index) => (index === 0 ? 'swallow' : 'pass'));
    // A slow machine must not reach the retry before the page closes: it takes this number of times 900 ms.
    await scene.run(`
      sluice.captureException(new Error('retried'));
      Math.random = () => {
        globalThis.isWaiting = true;
        return 600;
      };
    `);
    await scene.proxy.waitForBatches(1);
    await scene.page.waitForFunction('globalThis.isWaiting');
    await scene.page.close();
    const [first, again] = await scene.proxy.waitForBatches(2);
    expect(again?.body).toBe(first?.body);
    expect(again === undefined || isLast(again)).toBe(true);
    await waitForStored(stage.system(), scene.project, 1);
    await waitFor(() => again?.answer, { what: 'the second answer' });
    expect(again?.answer?.body).toEqual({ success: true, duplicate: true });
  });

  test.each(leavings.slice(0, 2))(
    'that is %s in a browser without keepalive requests sends a beacon instead',
    async (_how, leave) => {
      const scene = await stage.open({ transportOptions });
      await scene.run(`delete Request.prototype.keepalive; ${three}`);
      await leave(scene);
      await scene.proxy.waitForEvents(3);
      expectKeyed(scene.proxy.received, scene);
      expect(scene.proxy.received.every(isBeacon)).toBe(true);
      await storedOnce(scene, 3);
      expect(scene.errors).toEqual([]);
    },
  );

  /** Exceeds the limit, in characters of three bytes each; the exception comes last. */
  const much = `
    for (let index = 0; index < 30; index++) sluice.log('info', index + '€'.repeat(2_000));
    sluice.captureException(new Error('first of all'));
  `;

  test('that is hidden with more than 64 KiB sends up to the limit in requests that outlive the page, exceptions first, then the rest', async () => {
    const scene = await stage.open({ transportOptions, context: ordinary.context });
    await ordinary.show(scene.page);
    await scene.run(much);
    await ordinary.hideAll();
    await storedOnce(scene, 31);
    const { received } = scene.proxy;
    const last = received.filter(isLast);
    expect(last.length).toBeGreaterThanOrEqual(1);
    expect(last.reduce((sum, batch) => sum + bytesOf(batch), 0)).toBeLessThanOrEqual(pageBytes);
    expect(messagesOf(last)).toContain('first of all');
    for (const batch of received) expect(bytesOf(batch)).toBeLessThanOrEqual(60_000);
    expect(scene.errors).toEqual([]);
    expect(await scene.reportedErrors()).toEqual([]);
  });

  test('that is closed with more than 64 KiB sends the exception and as much as the limit allows, each event once', async () => {
    const scene = await stage.open({ transportOptions });
    await scene.run(much);
    await scene.page.close();
    const stored = async (): Promise<number> => {
      const { exceptions = 0, logs = 0 } = await countStored(stage.system(), scene.project);
      return exceptions + logs;
    };
    const { received } = scene.proxy;
    const sum = (batches: typeof received): number => batches.reduce((bytes, batch) => bytes + bytesOf(batch), 0);
    await waitFor(() => messagesOf(received).includes('first of all'), { what: 'the exception' });
    // A batch sent before unload uses part of the limit.
    await waitFor(() => sum(received) > pageBytes / 2, { what: 'half of the limit' });
    await waitFor(
      async () => received.every(({ answer }) => answer) && (await stored()) === messagesOf(received).length,
      {
        what: 'what came to be stored',
      },
    );
    expect(sum(received.filter(isLast))).toBeLessThanOrEqual(pageBytes);
    expect(new Set(messagesOf(received)).size).toBe(messagesOf(received).length);
  });

  /** Resolves when this many events are stored; expects no dead letters and no event sent twice. */
  async function storedOnce(scene: Scene, count: number): Promise<void> {
    const stored = await waitForStored(stage.system(), scene.project, count);
    expect(stored['dead_letters']).toBe(0);
    const messages = messagesOf(scene.proxy.received).filter(Boolean);
    expect(new Set(messages).size).toBe(messages.length);
  }
});

/** Requests that outlive a page have the key in the URL, and no header that requires a preflight. */
function expectKeyed(batches: readonly ReceivedBatch[], { project }: Scene): void {
  for (const { url, headers } of batches) {
    expect(url).toBe(`/api/envelope?service_key=${project.key}`);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(headers).not.toHaveProperty('x-service-auth');
  }
}

function messagesOf(received: readonly ReceivedBatch[]): unknown[] {
  return received.flatMap(({ events }) => events.map(({ payload }) => payload['message']));
}
