import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  answer,
  named,
  pass,
  settle,
  several,
  startTransport,
  utf8Bytes,
  type Server,
  type Started,
} from './testing/startTransport.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** So many bytes of payload, in characters of three. */
const filled = (bytes: number): object => ({ payload: { text: '語'.repeat(bytes / 3) } });

const bytesOf = (all: readonly { readonly body: string }[]): number[] => all.map(({ body }) => utf8Bytes(body));
const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
const keepalives = ({ asked }: Started): boolean[] => asked.map(({ init }) => init.keepalive === true);

describe('a page that leaves (protocol 4.5, flush 5)', () => {
  test('sends buffered events once', async () => {
    const { transport, asked, left } = startTransport();
    for (const event of several(15)) void transport.send(event);
    transport.leave();
    transport.leave();
    await pass(60_000);
    expect(left.flatMap(({ names }) => names)).toHaveLength(15);
    expect(asked).toHaveLength(0);
  });

  test('makes no request when it has nothing', () => {
    const { transport, asked, left } = startTransport();
    transport.leave();
    expect([asked, left]).toEqual([[], []]);
  });

  test('keeps all that outlives it together under 64 KiB, counted in bytes, exceptions first', () => {
    const started = startTransport({ immediateTypes: [] }, { server: () => undefined });
    const { transport, asked, left } = started;
    for (const event of several(12, 'log', filled(6000))) void transport.send(event);
    void transport.send(named('exception', 'exception', filled(6000)));
    transport.leave();
    expect(left[0]?.names).toEqual(['exception']);
    expect(Math.max(...bytesOf(left))).toBeLessThanOrEqual(60_000);
    expect(sum(bytesOf(left))).toBeLessThanOrEqual(65_536);
    expect(left.flatMap(({ names }) => names).length).toBeGreaterThanOrEqual(5);
    // Events beyond the limit are sent anyway.
    expect(keepalives(started).every((keepalive) => !keepalive)).toBe(true);
    expect([...left, ...asked].flatMap(({ names }) => names).sort()).toEqual(
      ['exception', ...several(12).map((event) => event.tags?.['name'])].sort(),
    );
  });

  test('sends an event by fetch that is too large to outlive the page, and the others so that they do', () => {
    const started = startTransport({}, { server: () => undefined });
    void started.transport.send(named('small'));
    void started.transport.send(named('huge', 'replay', filled(90_000)));
    started.transport.leave();
    expect(started.left.map(({ names }) => names)).toEqual([['small']]);
    expect(started.asked.map(({ names }) => names)).toEqual([['huge']]);
    expect(keepalives(started)).toEqual([false]);
  });

  test('asks by a keepalive fetch that needs no preflight and has its key in the address', async () => {
    const { transport, left, beacons, reported } = startTransport({}, { beacon: () => true });
    void transport.send(named('log'));
    transport.leave();
    await settle();
    expect(left).toHaveLength(1);
    expect(left[0]).toMatchObject({ names: ['log'], init: { method: 'POST', keepalive: true } });
    expect(left[0]?.url).toMatch(/\?service_key=[0-9a-f]{32}$/);
    expect(left[0]?.init).not.toHaveProperty('headers');
    expect([beacons, reported]).toEqual([[], []]);
  });

  test.each([403, 429, 500])('ignores its response, were it a %d', async (status) => {
    const started = startTransport({}, { server: () => answer(status, { 'Retry-After': '60' }) });
    void started.transport.send(named('log'));
    started.transport.leave();
    await pass(60_000);
    expect([started.asked, started.reported, started.warnings]).toEqual([[], [], []]);
    expect(started.left).toHaveLength(1);
    void started.transport.send(named('next'));
    await started.transport.flush();
    expect(started.asked).toHaveLength(1);
  });

  test.each<[string, Server]>([
    ['is refused', () => new Error('quota')],
    [
      'throws',
      () => {
        throw new Error('replaced by the page');
      },
    ],
  ])('sends a beacon with the same bytes where the keepalive fetch %s', async (_how, server) => {
    const { transport, asked, left, beacons, reported } = startTransport({}, { beacon: () => true, server });
    void transport.send(named('log'));
    transport.leave();
    await pass(60_000);
    expect(beacons.map(({ url, body }) => [url, body])).toEqual([[left[0]?.url, left[0]?.body]]);
    expect([asked, reported]).toEqual([[], []]);
  });

  test('sends a beacon at once if the browser has no keepalive requests', () => {
    const keepalive = Object.getOwnPropertyDescriptor(Request.prototype, 'keepalive') as PropertyDescriptor;
    Reflect.deleteProperty(Request.prototype, 'keepalive');
    try {
      const { transport, left, beacons } = startTransport({}, { beacon: () => true });
      void transport.send(named('log'));
      transport.leave();
      expect([left, beacons.map(({ names }) => names)]).toEqual([[], [['log']]]);
    } finally {
      Object.defineProperty(Request.prototype, 'keepalive', keepalive);
    }
  });

  test.each([false, true])(
    'sends again with the same bytes where no beacon is taken either (throws: %s)',
    async (throws) => {
      const beacon = (): boolean => {
        if (throws) throw new TypeError('sendBeacon is not a function');
        return false;
      };
      const server: Server = ({ init }) => (init.keepalive ? new Error('quota') : answer());
      const started = startTransport({}, { beacon, server });
      void started.transport.send(named('log'));
      started.transport.leave();
      await pass(1000);
      expect(keepalives(started)).toEqual([false]);
      expect(started.left[0]?.body).toBe(started.asked[0]?.body);
      expect(started.reported).toEqual([]);
    },
  );

  test('gives up on a request that hangs, without aborting it: it may still arrive', async () => {
    const { transport, left, asked, beacons, reported } = startTransport(
      {},
      { server: () => undefined, beacon: () => true },
    );
    void transport.send(named('log'));
    transport.leave();
    const flushed = transport.flush();
    await pass(5000);
    await flushed;
    expect(left[0]?.init.signal?.aborted ?? false).toBe(false);
    expect([asked, beacons, reported]).toEqual([[], [], []]);
  });

  test('shares the 64 KiB with keepalive requests under way', () => {
    const started = startTransport({}, { server: () => undefined });
    const { transport, asked, left } = started;
    void transport.send(named('exception', 'exception', filled(27_000)));
    expect(keepalives(started)).toEqual([true]);
    for (const event of several(6, 'log', filled(9000))) void transport.send(event);
    transport.leave();
    expect(sum(bytesOf([...left, ...asked.filter(({ init }) => init.keepalive)]))).toBeLessThanOrEqual(65_536);
    expect(left.flatMap(({ names }) => names).length).toBeGreaterThanOrEqual(3);
  });

  test('has the whole room again when requests were answered', async () => {
    const { transport, left } = startTransport();
    for (const round of [0, 1, 2]) {
      void transport.send(named(`exception${round}`, 'exception', filled(27_000)));
      void transport.send(named(`log${round}`, 'log', filled(54_000)));
      await pass(0);
      transport.leave();
      await pass(5000);
    }
    expect(left.map(({ names }) => names)).toEqual([['log0'], ['log1'], ['log2']]);
  });

  test('sends a batch that waits for its retry, with the same bytes', async () => {
    const started = startTransport({}, { beacon: () => true, server: () => new Error('away') });
    const { transport, asked, left, reported } = started;
    void transport.send(named('exception', 'exception'));
    await settle();
    transport.leave();
    expect(left.map(({ body }) => body)).toEqual([asked[0]?.body]);
    await pass(60_000);
    expect(asked).toHaveLength(1);
    expect(reported).toEqual([]);
  });

  test('leaves a retry alone that is under way', async () => {
    let calls = 0;
    const server = (): Error | undefined => (calls++ === 0 ? new Error('away') : undefined);
    const { transport, asked, left } = startTransport({}, { server });
    void transport.send(named('exception', 'exception'));
    await pass(1000);
    transport.leave();
    expect([asked.length, left.length]).toEqual([2, 0]);
  });

  test('sends batches that wait for a request, exceptions first', async () => {
    const { transport, asked, left } = startTransport({}, { server: () => undefined });
    for (const event of several(100)) void transport.send(event);
    for (const event of several(20, 'exception')) void transport.send(event);
    expect(asked).toHaveLength(4);
    transport.leave();
    expect(left.map(({ names }) => names[0])).toEqual(['exception0', 'log80']);
    await pass(1);
    expect(asked).toHaveLength(4);
  });

  test('continues afterwards as before', async () => {
    const { transport, asked, left } = startTransport();
    void transport.send(named('before'));
    transport.leave();
    void transport.send(named('after'));
    await pass(2000);
    expect([left[0]?.names, asked[0]?.names]).toEqual([['before'], ['after']]);
  });

  test('lets flush() resolve', async () => {
    const { transport } = startTransport({}, { server: () => new Error('away') });
    void transport.send(named('exception', 'exception'));
    const flushed = transport.flush();
    await settle();
    transport.leave();
    await flushed;
  });
});

describe('requests before a page is left', () => {
  test('are keepalive if they use at most half of the quota', () => {
    const started = startTransport({ maxBatchSize: 1 }, { server: () => undefined });
    for (const event of several(4, 'log', filled(12_000))) void started.transport.send(event);
    expect(keepalives(started)).toEqual([true, true, false, false]);
  });
});
