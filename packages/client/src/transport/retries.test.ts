import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { answer, named, pass, settle, several, startTransport, type Server } from './testing/startTransport.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Longer than all timeouts and waits of a few retries. */
const LONG = 60_000;

describe('a request without an answer (protocol 4.5)', () => {
  const away: Server = () => new Error('away');
  const hangs: Server = () => undefined;

  test.each([
    ['the network fails', away, {}, 2],
    ['the server hangs', hangs, {}, 2],
    ['retries: 0', away, { retries: 0 }, 1],
    ['retries: 3', away, { retries: 3 }, 4],
  ])('is repeated as often as there are retries, with the same bytes: %s', async (_, server, options, times) => {
    const { transport, asked } = startTransport(options, { server });
    void transport.send(named('one', 'exception'));
    await pass(LONG);
    expect(asked).toHaveLength(times);
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1);
  });

  test.each([false, true])(
    'is given up on after `timeout`, even if its fetch cannot be aborted: %p',
    async (isDeaf) => {
      const { transport, asked, reported } = startTransport({ timeout: 700, retries: 0 }, { server: hangs, isDeaf });
      void transport.send(named('one', 'exception'));
      await pass(699);
      expect([asked[0]?.init.signal?.aborted, reported.length]).toEqual([false, 0]);
      await pass(1);
      expect([asked[0]?.init.signal?.aborted, reported.length]).toEqual([true, 1]);
    },
  );

  test('is repeated though its types are held off by now: the server may have it already', async () => {
    const server: Server = ({ names }) =>
      names[0] === 'lost' ? new Error('away') : answer(202, { 'X-Service-Rate-Limits': '60:' });
    const { transport, asked } = startTransport({ maxBatchSize: 1 }, { server });
    void transport.send(named('lost'));
    void transport.send(named('held'));
    await pass(LONG);
    expect(asked.map(({ names }) => names[0])).toEqual(['lost', 'held', 'lost']);
  });

  test.each([
    [0, 100],
    [0.5, 550],
    [0.999, 999.1],
  ])('is repeated after a short random wait: %p', async (random, ms) => {
    const { transport, asked } = startTransport({}, { server: away, random: () => random });
    void transport.send(named('one', 'exception'));
    await pass(ms - 1);
    expect(asked).toHaveLength(1);
    await pass(2);
    expect(asked).toHaveLength(2);
  });

  test('calls onError once per event, after the last retry', async () => {
    const { transport, reported, dropped } = startTransport({}, { server: away });
    void transport.send(named('log'));
    void transport.send(named('exception', 'exception'));
    await settle();
    expect(reported).toEqual([]);
    await pass(LONG);
    expect(reported.map(({ name }) => name)).toEqual(['log', 'exception']);
    expect(reported[0]?.error).toBeInstanceOf(Error);
    expect(reported[0]?.error).toMatchObject({ name: 'TransportError', status: undefined, cause: new Error('away') });
    expect(dropped.take()).toEqual({ 'network.log': 1, 'network.exception': 1 });
  });

  test('does not block later events', async () => {
    let isAway = true;
    const { transport, asked, reported } = startTransport(
      {},
      { server: () => (isAway ? new Error('away') : answer()) },
    );
    void transport.send(named('lost', 'exception'));
    await pass(LONG);
    isAway = false;
    void transport.send(named('sent', 'exception'));
    await settle();
    expect(reported.map(({ name }) => name)).toEqual(['lost']);
    expect(asked.at(-1)?.names).toEqual(['sent']);
  });
});

describe('an answer (protocol 4.5)', () => {
  test.each([400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504])(
    'of %p is never followed by a retry, and reported once per event',
    async (status) => {
      const { transport, asked, reported, dropped } = startTransport({ retries: 5 }, { server: () => answer(status) });
      void transport.send(named('log'));
      void transport.send(named('exception', 'exception'));
      await pass(LONG);
      expect(asked).toHaveLength(1);
      expect(reported.map(({ name }) => name)).toEqual(['log', 'exception']);
      expect(reported[0]?.error).toMatchObject({ name: 'TransportError', status });
      expect(dropped.take()).toEqual(status === 429 ? undefined : { 'rejected.log': 1, 'rejected.exception': 1 });
    },
  );

  test.each([200, 202])('of %p is not reported', async (status) => {
    const { transport, asked, reported, dropped } = startTransport({}, { server: () => answer(status) });
    void transport.send(named('one', 'exception'));
    await pass(LONG);
    expect([asked.length, reported, dropped.take()]).toEqual([1, [], undefined]);
  });

  test('whose body never ends is an answer', async () => {
    const endless = new Response(new ReadableStream({}), { status: 202 });
    const { transport, asked, reported } = startTransport({}, { server: () => endless });
    void transport.send(named('one', 'exception'));
    await transport.flush();
    await pass(LONG);
    expect([asked.length, reported]).toEqual([1, []]);
  });
});

describe('sdk.dropped', () => {
  const counts = { 'held_off.log': 3 };
  const teller = { contexts: { 'sdk.dropped': counts } };

  test.each<[string, Server, Record<string, number>]>([
    ['is rejected', () => answer(403), { 'held_off.log': 3, 'rejected.exception': 1 }],
    ['is lost', () => new Error('away'), { 'held_off.log': 3, 'network.exception': 1 }],
    ['meets a limit', () => answer(429), { 'held_off.log': 3 }],
  ])('is restored when the event that reports it %s', async (_, server, left) => {
    const { transport, dropped } = startTransport({}, { server });
    void transport.send(named('teller', 'exception', teller));
    await pass(LONG);
    expect(dropped.take()).toEqual(left);
  });

  test('is not restored when the event that reports it was sent', async () => {
    const { transport, dropped } = startTransport();
    void transport.send(named('teller', 'exception', teller));
    await pass(LONG);
    expect(dropped.take()).toBeUndefined();
  });

  test('is restored when the event that reports it is held off', async () => {
    const { transport, dropped } = startTransport(
      {},
      { server: () => answer(202, { 'X-Service-Rate-Limits': '60:' }) },
    );
    void transport.send(named('one', 'exception'));
    await settle();
    void transport.send(named('teller', 'log', teller));
    expect(dropped.take()).toEqual({ 'held_off.log': 4 });
  });
});

describe('an event that cannot be written as JSON', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const fail = (): never => {
    throw new Error('no');
  };

  test('affects no other event, and is dropped, if toJSON returns nothing', async () => {
    const { transport, asked } = startTransport();
    const bad = { toJSON: () => undefined };
    for (const event of [named('before'), named('bad', 'log', bad), named('after')]) void transport.send(event);
    await transport.flush();
    const { events } = JSON.parse(asked[0]?.body ?? '') as { events: unknown[] };
    expect(events).toEqual([named('before'), null, named('after')]);
  });

  test.each([
    ['a circle', circular, '"self":{"self":"…"}'],
    ['a BigInt', { big: 1n }, '"big":"1"'],
    [
      'a getter that throws',
      { odd: Object.defineProperty({}, 'bad', { enumerable: true, get: fail }) },
      '"bad":"[object]"',
    ],
  ])('is serialized with a placeholder for %s', async (_, context, written) => {
    const { transport, asked, reported } = startTransport();
    void transport.send(named('odd', 'exception', { contexts: { ...context, kept: 'yes' } }));
    await transport.flush();
    expect(reported).toEqual([]);
    expect(asked[0]?.body).toContain(written);
    expect(asked[0]?.body).toContain('"kept":"yes"');
  });
});

test('onError may flush', async () => {
  const again: { flush?: () => void } = {};
  const { transport, asked, reported } = startTransport(
    { retries: 0 },
    { server: () => new Error('away'), onError: () => again.flush?.() },
  );
  again.flush = () => void transport.flush();
  for (const event of several(30)) void transport.send(event);
  await pass(LONG);
  expect(asked.flatMap(({ names }) => names)).toHaveLength(30);
  expect(new Set(reported.map(({ name }) => name)).size).toBe(30);
  expect(reported).toHaveLength(30);
});

test.each([
  [401, 1],
  [403, 1],
  [400, 0],
  [503, 0],
])('answers %d are warned of %d times', async (status, times) => {
  const { transport, warnings, asked } = startTransport({}, { server: () => answer(status) });
  for (const event of several(3, 'exception')) void transport.send(event);
  await settle();
  expect(asked).toHaveLength(3);
  expect(warnings).toEqual(Array.from({ length: times }, () => expect.stringContaining(String(status))));
});

test('a long answer is cut: 300 characters are printed', async () => {
  const { transport, warnings } = startTransport(
    {},
    { server: () => new Response('x'.repeat(5_000), { status: 403 }) },
  );
  void transport.send(named('a'));
  await pass(LONG);
  expect(warnings).toEqual([`events: 1, status: 403 ${'x'.repeat(277)}`]);
});

test.each<[number, string, number]>([
  [1, 'events: 1, status: 403 {"success":false,"error":{"code":"origin_not_allowed"}}', 403],
  [3, 'events: 3, status: 400 {"success":false,"error":{"code":"invalid_json"}}', 400],
  [1, 'events: 1, status: 202 {"success":true,"processed":1}', 202],
])('the answer to %d events is printed with the code and message of the server', async (count, line, status) => {
  const text = line.slice(line.indexOf('{'));
  const { transport, warnings, logged } = startTransport({}, { server: () => new Response(text, { status }) });
  for (const event of several(count)) void transport.send(event);
  await pass(LONG);
  // A refused key or origin in any case, anything else with `debug`.
  expect([warnings, logged]).toEqual(status === 403 ? [[line], []] : [[], [line]]);
});
