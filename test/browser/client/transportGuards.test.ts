import { expect, test } from '@jest/globals';
import { countStored, rowsOf, waitForStored } from '../../e2e/support/stored.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { type ReceivedBatch } from './support/faultProxy.js';
import { useTransportStage, type Scene } from './support/transportStage.js';
import { describeInChromium } from '../useChromium.js';

/** Longer than any test, so that no batch is flushed by the interval. */
const transportOptions = { flushInterval: 600_000 };

const everyCall = `
  sluice.captureException(new Error('captured'));
  sluice.captureMessage('said');
  sluice.log('info', 'logged');
  sluice.hit('counted');
  globalThis.answers = [sluice.span('timed', (span) => { span.metric('size', 1); return 7; })];
  void sluice.asyncSpan('waited for', async () => 8).then((value) => answers.push(value));
  sluice.startInactiveSpan('inactive').end();
`;

describeInChromium('a misbehaving page in Chromium', () => {
  const stage = useTransportStage();

  test('with an onError that throws suppresses the error', async () => {
    const scene = await failOnce(`() => { calls++; throw new Error('of onError'); }`);
    expect(messagesOf(await scene.proxy.waitForBatches(2)).slice(2)).toEqual(['later']);
    expect(scene.errors).toEqual([]);
    await waitForStored(stage.system(), scene.project, 1);
  });

  test('with an onError that captures its argument drops the event, without recursion', async () => {
    const scene = await failOnce(`(error) => {
      calls++;
      sluice.captureException(error);
      sluice.captureException(new Error('from inside'));
      sluice.log('error', 'from inside');
      sluice.hit('from inside');
    }`);
    expect(messagesOf(await scene.proxy.waitForBatches(2)).slice(2)).toEqual(['later']);
    await waitForStored(stage.system(), scene.project, 1);
  });

  test('with an onError that captures, throws or rejects the error later has no feedback loop', async () => {
    const scene = await failOnce(`async (error) => {
      setTimeout(() => sluice.captureException(error));
      setTimeout(() => { throw error; });
      await undefined;
      calls++;
      throw error;
    }`);
    await scene.page.waitForFunction('new Promise((resolve) => setTimeout(() => resolve(true)))');
    await scene.run(`sluice.log('info', 'last'); sluice.flush()`);
    expect(messagesOf(await scene.proxy.waitForBatches(3)).slice(2)).toEqual(['later', 'last']);
    expect(scene.errors.every((error) => error.startsWith('TransportError'))).toBe(true);
    await waitForStored(stage.system(), scene.project, 2);
  });

  test('with a beforeSend that throws or drops counts the drops and sends other events as modified', async () => {
    const start = `settings.beforeSend = (event, hint) => {
      if (event.payload.message === 'throws') throw new Error('of beforeSend');
      if (event.payload.message === 'drops') return null;
      return { ...event, tags: { changed: String(hint.error?.message) } };
    };
    sluice.init(settings)`;
    const scene = await stage.open({ start, transportOptions });
    await scene.run(`
      sluice.log('info', 'throws');
      sluice.log('info', 'drops');
      sluice.captureException(new Error('passes'));
      sluice.flush()`);
    const received = await scene.proxy.waitForBatches(1);
    expect(received[0]?.events).toMatchObject([{ type: 'exception', tags: { changed: 'passes' } }]);
    expect(droppedIn(received)).toEqual({ 'before_send.log': 2 });
    expect(scene.errors).toEqual([]);
    await waitForStored(stage.system(), scene.project, 1);
  });

  const transports: readonly (readonly [string, string])[] = [
    ['throws on creation', `() => { throw new Error('of transport'); }`],
    ['is undefined', `() => undefined`],
    [
      'throws on every call',
      `() => ({ send() { throw new Error('of transport'); }, flush() { throw new Error('of transport'); } })`,
    ],
    [
      'rejects every call',
      `() => ({ send: async () => { throw new Error('of transport'); }, flush: () => Promise.reject(new Error('of transport')) })`,
    ],
    ['never resolves flush', `() => ({ send() {}, flush: () => new Promise(() => {}) })`],
  ];
  test.each(transports)('with a transport that %s is unaffected', async (_how, transport) => {
    const scene = await stage.open({ start: `settings.transport = ${transport}; sluice.init(settings)` });
    await scene.run(everyCall);
    await scene.page.waitForFunction('answers.length === 2');
    expect(await scene.run('answers')).toEqual([7, 8]);
    await scene.run(`void sluice.flush(); setTimeout(() => { throw new Error('the page itself') }); 0`);
    await waitFor(() => scene.errors.length > 0, { what: 'the error of the page itself' });
    await scene.page.evaluate('location.hash = "#on"');
    expect(scene.errors).toEqual(['Error: the page itself']);
    await scene.proxy.waitForBatches(0);
  });

  test('with an empty or absent DSN prints nothing and sends no request', async () => {
    for (const dsn of [`''`, 'undefined', 'null']) {
      const scene = await stage.open({ start: `settings.dsn = ${dsn}; sluice.init(settings)` });
      await scene.run(everyCall);
      await scene.page.waitForFunction('answers.length === 2');
      expect(await scene.run('sluice.flush().then(() => sluice.close()).then(() => answers)')).toEqual([7, 8]);
      expect([scene.errors, scene.lines]).toEqual([[], []]);
    }
  });

  const wrong = ['nonsense', 'ftp://host', 'https://short@host', 'https://host/without/key', '42', '{}'];
  test('with an invalid DSN gets one warning that names the problem, and no exception', async () => {
    for (const dsn of wrong) {
      const start = `settings.dsn = ${dsn.startsWith('4') || dsn === '{}' ? dsn : JSON.stringify(dsn)}; sluice.init(settings)`;
      const scene = await stage.open({ start });
      await scene.run(everyCall);
      await scene.page.waitForFunction('answers.length === 2');
      await scene.run('sluice.flush()');
      expect(scene.lines).toEqual([expect.stringMatching(/^warning: \[sluice\] .*dsn.*\S/)]);
      expect(scene.errors).toEqual([]);
    }
  });

  test('with a custom transport needs no DSN, passes it the options, and ignores transportOptions', async () => {
    const start = `
      globalThis.sent = [];
      delete settings.dsn;
      settings.release = 'own@1';
      settings.transportOptions.maxBatchSize = 1_000;
      settings.transport = (options) => {
        globalThis.receivedOptions = options;
        return { send: (event) => void sent.push(event), endpoint: 'https://example.com/in' };
      };
      sluice.init(settings)`;
    const scene = await stage.open({ start });
    await scene.run(everyCall);
    await scene.page.waitForFunction('sent.length === 7');
    const types = await scene.run<string[]>('sent.map(({ type }) => type)');
    expect(types).toEqual(['exception', 'log', 'log', 'hit', 'span', 'span', 'span']);
    expect(await scene.run('[receivedOptions.release, sent[0].contexts.release]')).toEqual(['own@1', 'own@1']);
    await scene.run('sluice.flush()');
    await scene.proxy.waitForBatches(0);
  });

  test.each([
    [
      'synchronously',
      'send: (event) => fetch("/elsewhere", { method: "POST", body: JSON.stringify(event) }).then(() => {})',
    ],
    [
      'asynchronously to its endpoint',
      'endpoint: "/elsewhere", send: async () => { await 0; await fetch("/elsewhere?a=b") }',
    ],
  ])('with a custom transport that sends %s does not capture its requests', async (_how, send) => {
    const start = `
      globalThis.sent = [];
      const original = globalThis.fetch;
      globalThis.fetch = (...args) => (sent.push(String(args[0])), original(...args));
      delete settings.dsn;
      settings.transport = () => ({ ${send} });
      settings.integrations = [sluice.httpSpans(), sluice.httpErrors(), sluice.breadcrumbs()];
      sluice.init(settings)`;
    const scene = await stage.open({ start });
    await scene.run(`sluice.captureException(new Error('one'))`);
    await scene.page.waitForTimeout(300);
    expect(await scene.run<string[]>('sent')).toHaveLength(1);
  });

  const loops: readonly (readonly [string, string])[] = [
    ['captures', `sluice.captureException(new Error('error ' + index))`],
    ['throws uncaught', `setTimeout(() => { throw new Error('error ' + index) })`],
    ['rejects unhandled', `void Promise.reject(new Error('error ' + index))`],
  ];
  test.each(loops)('with a loop that %s 1,000 errors sends few requests and reports drops', async (_how, one) => {
    const scene = await stage.open();
    scene.proxy.setFault('hold');
    const ms = await scene.run<number>(`(() => {
      const began = performance.now();
      for (let index = 0; index < 1_000; index++) { ${one}; }
      return performance.now() - began;
    })()`);
    await waitFor(() => scene.proxy.received.length > 0, { what: 'the first batch' });
    await scene.page.waitForFunction(
      'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(true))))',
    );
    scene.proxy.release();
    await scene.run(`sluice.flush().then(() => { sluice.log('info', 'after'); return sluice.flush(); })`);
    const { received } = scene.proxy;
    process.stdout.write(`1,000 errors: ${ms.toFixed(0)} ms of the loop, ${received.length} requests\n`);
    expect(received.length).toBeLessThanOrEqual(12);
    const sent = messagesOf(received).filter((message) => String(message).includes('error ')).length;
    expect(sent).toBeGreaterThanOrEqual(100);
    expect(droppedIn(received)).toEqual({ 'rate.exception': 1_000 - sent });
    await waitForStored(stage.system(), scene.project, sent + 1);
    expect(await scene.reportedErrors()).toEqual([]);
  });

  test('with 3,000 logs in a loop and a slow server buffers 1,000 and reports drops', async () => {
    const scene = await stage.open();
    scene.proxy.setFault('hold');
    await scene.run(`for (let index = 0; index < 3_000; index++) sluice.log('info', 'line ' + index)`);
    await scene.proxy.waitForBatches(4);
    scene.proxy.release();
    await scene.run(`sluice.flush().then(() => { sluice.log('info', 'after'); return sluice.flush(); })`);
    const sent = messagesOf(scene.proxy.received).length - 1;
    expect(sent).toBeGreaterThanOrEqual(1_000);
    expect(sent).toBeLessThanOrEqual(1_100);
    expect(droppedIn(scene.proxy.received)).toEqual({ 'queue_full.log': 3_000 - sent });
    await waitForStored(stage.system(), scene.project, sent + 1);
  });

  test('with data that is not JSON sends a placeholder for it and loses no event', async () => {
    const scene = await stage.open({ transportOptions });
    await scene.run(`
      const round = {};
      round.round = round;
      sluice.log('info', 'before');
      sluice.log('info', 'round', round);
      sluice.log('info', 'big', { big: 1n });
      sluice.log('info', 'getter', { nested: { get bad() { throw new Error('of a getter'); } } });
      sluice.log('info', 'after');
      sluice.flush().then(() => { sluice.log('info', 'last'); return sluice.flush(); })`);
    const received = await scene.proxy.waitForBatches(2);
    expect(messagesOf(received)).toEqual(['before', 'round', 'big', 'getter', 'after', 'last']);
    expect(droppedIn(received)).toEqual({});
    expect(await scene.reportedErrors()).toEqual([]);
    expect(scene.errors).toEqual([]);
  });

  test('with a replaced fetch does not capture requests of the SDK', async () => {
    const start = `
      const original = fetch;
      settings.integrations = [sluice.breadcrumbs(), sluice.httpErrors(), sluice.httpSpans(), sluice.consoleLogs()];
      sluice.init(settings);
      globalThis.fetch = (...all) => { globalThis.asked = (globalThis.asked ?? 0) + 1; return original(...all); };
    `;
    const scene = await stage.open({ start, transportOptions, options: { debug: true } });
    scene.proxy.setFault((_batch, index) => (index === 0 ? { status: 503 } : 'pass'));
    await scene.run(`sluice.log('info', 'first'); sluice.flush()`);
    await scene.run(`sluice.captureException(new Error('second')); sluice.flush()`);
    const [, second] = await scene.proxy.waitForBatches(2);
    expect(second?.events.map(({ type }) => type)).toEqual(['exception']);
    expect(JSON.stringify(second?.events[0]?.payload['breadcrumbs'])).not.toContain('envelope');
    await waitForStored(stage.system(), scene.project, 1);
    expect(await countStored(stage.system(), scene.project)).toMatchObject({ spans: 0, logs: 0, exceptions: 1 });
    expect(await rowsOf(stage.system(), scene.project, 'exception')).toMatchObject([{ message: 'second' }]);
  });

  /** Makes a batch of the page fail, which calls `onError`, then sends a log. */
  async function failOnce(onError: string): Promise<Scene> {
    const start = `globalThis.calls = 0; settings.transportOptions.onError = ${onError}; sluice.init(settings)`;
    const scene = await stage.open({ start, transportOptions });
    scene.proxy.setFault((_batch, index) => (index === 0 ? { status: 500 } : 'pass'));
    await scene.run(`sluice.log('info', 'one'); sluice.log('info', 'two'); sluice.flush()`);
    await scene.page.waitForFunction('calls === 2');
    await scene.run(`sluice.log('info', 'later'); sluice.flush()`);
    return scene;
  }
});

/** Sums of the drops that the events report. */
function droppedIn(received: readonly ReceivedBatch[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { contexts } of received.flatMap(({ events }) => events)) {
    for (const [key, count] of Object.entries((contexts?.['sdk.dropped'] ?? {}) as Record<string, number>)) {
      sums[key] = (sums[key] ?? 0) + count;
    }
  }
  return sums;
}

function messagesOf(received: readonly ReceivedBatch[]): unknown[] {
  return received.flatMap(({ events }) => events.map(({ payload }) => payload['message']));
}
