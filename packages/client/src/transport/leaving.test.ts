import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  answer,
  named,
  pass,
  settle,
  several,
  startTransport,
  utf8Bytes,
  type Started,
} from './testing/startTransport.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** So many bytes of payload, in characters of three. */
const filled = (bytes: number): object => ({ payload: { text: '語'.repeat(bytes / 3) } });

const beacon = (): boolean => true;
const bytesOf = (beacons: readonly { readonly body: string }[]): number[] => beacons.map(({ body }) => utf8Bytes(body));
const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
const keepalives = ({ asked }: Started): boolean[] => asked.map(({ init }) => init.keepalive === true);

describe('a page that leaves (spec 4.5, flush 5)', () => {
  test('sends what it has once', async () => {
    const { transport, asked, beacons } = startTransport({}, { beacon });
    for (const event of several(15)) void transport.send(event);
    transport.leave();
    transport.leave();
    await pass(60_000);
    expect(beacons.flatMap(({ names }) => names)).toHaveLength(15);
    expect(asked).toHaveLength(0);
  });

  test('makes no request when it has nothing', () => {
    const { transport, asked, beacons } = startTransport({}, { beacon });
    transport.leave();
    expect([asked, beacons]).toEqual([[], []]);
  });

  test('keeps all its beacons together under 64 KiB, counted in bytes, exceptions first', () => {
    const started = startTransport({ immediateTypes: [] }, { beacon, server: () => undefined });
    const { transport, asked, beacons } = started;
    for (const event of several(12, 'log', filled(6000))) void transport.send(event);
    void transport.send(named('exception', 'exception', filled(6000)));
    transport.leave();
    expect(beacons[0]?.names).toEqual(['exception']);
    expect(Math.max(...bytesOf(beacons))).toBeLessThanOrEqual(60_000);
    expect(sum(bytesOf(beacons))).toBeLessThanOrEqual(65_536);
    expect(beacons.flatMap(({ names }) => names).length).toBeGreaterThanOrEqual(5);
    // What has no room is sent all the same.
    expect(keepalives(started).every((keepalive) => !keepalive)).toBe(true);
    expect([...beacons, ...asked].flatMap(({ names }) => names).sort()).toEqual(
      ['exception', ...several(12).map((event) => event.tags?.['name'])].sort(),
    );
  });

  test('sends an event by fetch that is too large for any beacon, and the others by beacon', () => {
    const started = startTransport({}, { beacon, server: () => undefined });
    void started.transport.send(named('small'));
    void started.transport.send(named('huge', 'replay', filled(90_000)));
    started.transport.leave();
    expect(started.beacons.map(({ names }) => names)).toEqual([['small']]);
    expect(started.asked.map(({ names }) => names)).toEqual([['huge']]);
    expect(keepalives(started)).toEqual([false]);
  });

  test('falls back to a keepalive fetch, without a preflight, when a beacon is refused', async () => {
    const started = startTransport({}, { beacon: () => false });
    void started.transport.send(named('log'));
    started.transport.leave();
    await settle();
    expect(started.asked).toHaveLength(1);
    expect(started.asked[0]).toMatchObject({ names: ['log'], init: { method: 'POST', keepalive: true } });
    expect(started.asked[0]?.url).toMatch(/\?service_key=/);
    expect(started.asked[0]?.init.headers).toBeUndefined();
    expect(started.told).toEqual([]);
  });

  test('falls back to a plain fetch, with the same bytes, when the keepalive fetch is refused, too', async () => {
    const started = startTransport(
      {},
      { beacon: () => false, server: ({ init }) => (init.keepalive ? new Error('quota') : answer()) },
    );
    void started.transport.send(named('log'));
    started.transport.leave();
    await pass(1000);
    expect(keepalives(started)).toEqual([true, false]);
    expect(started.asked[0]?.body).toBe(started.asked[1]?.body);
    expect(started.told).toEqual([]);
  });

  test('shares the 64 KiB with keepalive requests under way', () => {
    const started = startTransport({}, { beacon, server: () => undefined });
    const { transport, asked, beacons } = started;
    void transport.send(named('exception', 'exception', filled(27_000)));
    expect(keepalives(started)).toEqual([true]);
    for (const event of several(6, 'log', filled(9000))) void transport.send(event);
    transport.leave();
    expect(sum(bytesOf([...beacons, ...asked.filter(({ init }) => init.keepalive)]))).toBeLessThanOrEqual(65_536);
    expect(beacons.flatMap(({ names }) => names).length).toBeGreaterThanOrEqual(3);
  });

  test('has the whole room again when requests were answered and beacons have left', async () => {
    const { transport, beacons } = startTransport({}, { beacon });
    for (const round of [0, 1, 2]) {
      void transport.send(named(`exception${round}`, 'exception', filled(27_000)));
      void transport.send(named(`log${round}`, 'log', filled(54_000)));
      await pass(0);
      transport.leave();
      await pass(5000);
    }
    expect(beacons.map(({ names }) => names)).toEqual([['log0'], ['log1'], ['log2']]);
  });

  test('takes along a batch that waits for its retry, with its very bytes', async () => {
    const started = startTransport({}, { beacon, server: () => new Error('away') });
    const { transport, asked, beacons, told } = started;
    void transport.send(named('exception', 'exception'));
    await settle();
    transport.leave();
    expect(beacons.map(({ body }) => body)).toEqual([asked[0]?.body]);
    await pass(60_000);
    expect(asked).toHaveLength(1);
    expect(told).toEqual([]);
  });

  test('leaves a retry alone that is under way', async () => {
    let calls = 0;
    const server = (): Error | undefined => (calls++ === 0 ? new Error('away') : undefined);
    const { transport, asked, beacons } = startTransport({}, { beacon, server });
    void transport.send(named('exception', 'exception'));
    await pass(1000);
    transport.leave();
    expect([asked.length, beacons.length]).toEqual([2, 0]);
  });

  test('takes along batches that wait for a request, exceptions first', async () => {
    const { transport, asked, beacons } = startTransport({}, { beacon, server: () => undefined });
    for (const event of several(100)) void transport.send(event);
    for (const event of several(20, 'exception')) void transport.send(event);
    expect(asked).toHaveLength(4);
    transport.leave();
    expect(beacons.map(({ names }) => names[0])).toEqual(['exception0', 'log80']);
    await pass(1);
    expect(asked).toHaveLength(4);
  });

  test('goes on afterwards as if nothing had been', async () => {
    const { transport, asked, beacons } = startTransport({}, { beacon });
    void transport.send(named('before'));
    transport.leave();
    void transport.send(named('after'));
    await pass(2000);
    expect([beacons[0]?.names, asked[0]?.names]).toEqual([['before'], ['after']]);
  });

  test('lets flush() resolve', async () => {
    const { transport } = startTransport({}, { beacon, server: () => new Error('away') });
    void transport.send(named('exception', 'exception'));
    const flushed = transport.flush();
    await settle();
    transport.leave();
    await flushed;
  });
});

describe('what is sent before a page leaves', () => {
  test('outlives it where it takes no more than half of the room', () => {
    const started = startTransport({ maxBatchSize: 1 }, { server: () => undefined });
    for (const event of several(4, 'log', filled(12_000))) void started.transport.send(event);
    expect(keepalives(started)).toEqual([true, true, false, false]);
  });
});
