import { expect, test } from '@jest/globals';
import { accepted } from '../../e2e/support/send.js';
import { countStored, rowsOf, waitForStored } from '../../e2e/support/stored.js';
import { type ReceivedBatch } from './support/faultProxy.js';
import { useTransportStage } from './support/transportStage.js';
import { describeInChromium } from '../useChromium.js';

/** Longer than any test, so that no batch is flushed by the interval. */
const never = 600_000;
const typesOf = ({ events }: ReceivedBatch): string[] => events.map(({ type }) => type);
const sizesOf = (received: readonly ReceivedBatch[]): number[] => received.map(({ events }) => events.length);

describeInChromium('the transport of a page in Chromium', () => {
  const stage = useTransportStage();

  test('flushes at maxBatchSize events, 20 by default', async () => {
    const { run, proxy, project, errors } = await stage.open({ transportOptions: { flushInterval: never } });
    await run(`for (let index = 0; index < 40; index++) sluice.log('info', 'line ' + index)`);
    const received = await proxy.waitForBatches(2);
    expect(sizesOf(received)).toEqual([20, 20]);
    await waitForStored(stage.system(), project, 40);
    expect(received.map(({ answer }) => answer)).toEqual([
      { status: 202, body: accepted({ processed: 20 }) },
      { status: 202, body: accepted({ processed: 20 }) },
    ]);
    expect(received[0]).toMatchObject({
      url: '/api/envelope',
      headers: { 'x-service-auth': `Service service_key=${project.key}`, 'content-type': 'application/json' },
    });
    expect(errors).toEqual([]);
  });

  test('flushes at the configured maxBatchSize', async () => {
    const transportOptions = { flushInterval: never, maxBatchSize: 3 };
    const { run, proxy, project } = await stage.open({ transportOptions });
    await run(`for (let index = 0; index < 8; index++) sluice.log('info', 'line ' + index)`);
    expect(sizesOf(await proxy.waitForBatches(2))).toEqual([3, 3]);
    await run('sluice.flush()');
    expect(sizesOf(await proxy.waitForBatches(3))).toEqual([3, 3, 2]);
    await waitForStored(stage.system(), project, 8);
  });

  test('flushes immediately for an exception, together with buffered events', async () => {
    const { run, proxy, project } = await stage.open({ transportOptions: { flushInterval: never } });
    await run(`sluice.log('info', 'before'); sluice.captureException(new Error('now'))`);
    expect((await proxy.waitForBatches(1)).map(typesOf)).toEqual([['log', 'exception']]);
    expect(await waitForStored(stage.system(), project, 2)).toMatchObject({ logs: 1, exceptions: 1 });
  });

  test('flushes immediately for the configured immediate types only', async () => {
    const transportOptions = { flushInterval: never, immediateTypes: ['hit'] };
    const { run, proxy, project } = await stage.open({ transportOptions });
    await run(`sluice.captureException(new Error('waits')); sluice.log('info', 'waits'); sluice.hit('now')`);
    expect((await proxy.waitForBatches(1)).map(typesOf)).toEqual([['exception', 'log', 'hit']]);
    await waitForStored(stage.system(), project, 3);
  });

  test('flushes flushInterval after the last event', async () => {
    const flushInterval = 1_200;
    const { run, proxy, project } = await stage.open({ transportOptions: { flushInterval } });
    await run(`new Promise((resolve) => {
      let left = 5;
      const next = () => {
        sluice.log('info', 'line ' + left);
        if (--left > 0) setTimeout(next, 400);
        else resolve();
      };
      next();
    })`);
    const [batch] = await proxy.waitForBatches(1);
    expect(batch?.events).toHaveLength(5);
    const last = Date.parse(batch?.events.at(-1)?.timestamp ?? '');
    expect((batch?.at ?? 0) - last).toBeGreaterThanOrEqual(flushInterval - 5);
    await waitForStored(stage.system(), project, 5);
  });

  test('flushes on flush(), which resolves after the response', async () => {
    const { run, page, proxy, project } = await stage.open({ transportOptions: { flushInterval: never } });
    proxy.setFault('hold');
    await run(`sluice.log('info', 'one'); void sluice.flush().then(() => { globalThis.isFlushed = true })`);
    await proxy.waitForBatches(1);
    expect(await run('globalThis.isFlushed === true')).toBe(false);
    proxy.release();
    await page.waitForFunction('globalThis.isFlushed');
    expect(proxy.received[0]?.answer?.status).toBe(202);
    await waitForStored(stage.system(), project, 1);
  });

  test('flushes at the end of a root span, with the whole trace in one batch', async () => {
    const { run, proxy, project } = await stage.open({ transportOptions: { flushInterval: never } });
    await run(`sluice.asyncSpan('root', async (root) => {
      root.run(() => sluice.span('child', () => sluice.span('grandchild', () => 1)));
      const request = root.run(() => sluice.startInactiveSpan('request', { op: 'http.client' }));
      await new Promise((resolve) => setTimeout(resolve));
      request.metric('size', 1);
      request.metric('size', 2);
      request.setData('http.method', 'GET');
      request.setData('http.status_code', 404);
      request.setStatus('cancelled');
      request.end();
      root.run(() => sluice.log('info', 'within'));
    })`);
    const [batch] = await proxy.waitForBatches(1);
    const spans = (batch?.events ?? []).filter(({ type }) => type === 'span').map(({ payload }) => payload);
    expect(spans.map(({ name }) => name).sort()).toEqual(['child', 'grandchild', 'request', 'root']);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    await waitForStored(stage.system(), project, 5);
    const rows = await rowsOf(stage.system(), project, 'span');
    const request = rows.find(({ name }) => name === 'request');
    expect(request).toMatchObject({ status: 'cancelled', contexts: { 'http.method': 'GET', 'http.status_code': 404 } });
    const [log] = await rowsOf(stage.system(), project, 'log');
    expect(log).toMatchObject({ contexts: { 'trace.id': spans[0]?.['traceId'] } });
  });

  test('flushes a thousand finished spans of a trace before its root ends', async () => {
    const { run, proxy, project } = await stage.open({ transportOptions: { flushInterval: never } });
    await run(`sluice.span('root', () => {
      for (let index = 0; index < 1200; index++) sluice.span('child', () => 1);
    })`);
    const received = await proxy.waitForBatches(2);
    expect(sizesOf(received).sort((one, other) => other - one)).toEqual([1000, 201]);
    expect(await waitForStored(stage.system(), project, 1_201)).toMatchObject({ spans: 1_201 });
  });

  test('sends no span of an unsampled trace, but its errors and logs with its trace id', async () => {
    const transportOptions = { flushInterval: never };
    const { run, proxy, project } = await stage.open({ options: { tracesSampleRate: 0 }, transportOptions });
    const traceId = await run<string>(`sluice.span('root', (root) => {
      sluice.log('info', 'within');
      sluice.captureException(new Error('within'));
      return root.traceId;
    })`);
    const [batch] = await proxy.waitForBatches(1);
    expect(batch?.events.map(({ type, contexts }) => [type, contexts?.['trace.id']])).toEqual([
      ['log', traceId],
      ['exception', traceId],
    ]);
    await waitForStored(stage.system(), project, 2);
    expect(await countStored(stage.system(), project)).toMatchObject({ spans: 0 });
  });
});
