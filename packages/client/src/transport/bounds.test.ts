import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { answer, named, pass, several, startTransport, utf8Bytes } from './testing/startTransport.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('bounds', () => {
  test('1,000 exceptions in a loop arrive in 5 requests, four at a time', async () => {
    let [underWay, most] = [0, 0];
    const { transport, asked } = startTransport(
      {},
      {
        server: () => {
          most = Math.max(most, ++underWay);
          setTimeout(() => underWay--, 0);
          return answer();
        },
      },
    );
    for (const event of several(1000, 'exception')) void transport.send(event);
    expect(asked).toHaveLength(4);
    await transport.flush();
    expect(asked.flatMap(({ names }) => names)).toHaveLength(1000);
    expect(asked).toHaveLength(5);
  });

  test('an exception does not wait for the answer to another request, but for one of four', async () => {
    const { transport, asked } = startTransport({ timeout: 1000, retries: 0 }, { server: () => undefined });
    for (const event of several(6, 'exception')) void transport.send(event);
    expect(asked.map(({ names }) => names.length)).toEqual([1, 1, 1, 1]);
    await pass(1000);
    expect(asked.map(({ names }) => names.length)).toEqual([1, 1, 1, 1, 2]);
  });

  test('a hanging server gets four concurrent requests, and a thousand events wait', async () => {
    const { transport, asked, dropped, reported } = startTransport({}, { server: () => undefined });
    for (const event of several(3000)) void transport.send(event);
    expect(asked).toHaveLength(4);
    expect(dropped.take()).toEqual({ 'queue_full.log': 3000 - 4 * 20 - 1000 });
    expect(reported).toEqual([]);
    await pass(600_000);
    expect(reported).toHaveLength(4 * 20 + 1000);
    expect(dropped.take()).toEqual({ 'network.log': 4 * 20 + 1000 });
  });

  test('240 traces per second to a server that needs 50 ms for an answer: none is lost', async () => {
    const server = (): Promise<Response> => new Promise((resolve) => setTimeout(() => resolve(answer()), 50));
    const { transport, asked, dropped } = startTransport({}, { server });
    for (let tick = 0; tick < 1000; tick++) {
      transport.sendTogether(several(5, 'span'));
      if (tick % 100 === 0) void transport.send(named('fault', 'exception'));
      await pass(4);
    }
    await pass(1000);
    expect(asked.flatMap(({ names }) => names)).toHaveLength(5 * 1000 + 10);
    expect(dropped.take()).toBeUndefined();
    expect(asked.length).toBeLessThan(4 * 80 + 40);
  });

  test('an exception replaces other events in a full queue', async () => {
    const { transport, asked, dropped } = startTransport({}, { server: () => undefined });
    for (const event of several(80)) void transport.send(event);
    for (const event of several(1100, 'span')) void transport.send(event);
    for (const event of several(3, 'exception')) void transport.send(event);
    expect(dropped.take()).toEqual({ 'queue_full.span': 103 });
    await pass(600_000);
    const names = asked.flatMap((one) => one.names);
    expect(names).toEqual(expect.arrayContaining(['exception0', 'exception1', 'exception2', 'span999']));
    expect(names).not.toContain('span2');
  });

  test('a program that flushes for each request fills no queue with small batches', async () => {
    const { transport, asked, dropped, reported } = startTransport({}, { server: () => undefined });
    const flushed: Promise<void>[] = [];
    for (let request = 0; request < 300; request++) {
      transport.sendTogether(several(4, 'span'));
      flushed.push(transport.flush());
    }
    void transport.send(named('fault', 'exception'));
    expect(asked).toHaveLength(4);
    const lost = dropped.take() ?? {};
    expect(Object.keys(lost)).toEqual(['queue_full.span']);
    await pass(120_000);
    await Promise.all(flushed);
    expect(reported.map(({ name }) => name)).toContain('fault');
    expect(reported).toHaveLength(300 * 4 + 1 - Number(lost['queue_full.span']));
    expect(asked.length).toBeLessThan(30);
  });

  test('a full queue drops the newest', async () => {
    const { transport, asked } = startTransport({}, { server: () => answer() });
    for (const event of several(2000)) void transport.send(event);
    await transport.flush();
    expect(asked.flatMap(({ names }) => names).at(-1)).toBe('log1079');
  });

  test('groups are queued completely or not at all, with at most a thousand events before the last', () => {
    const { transport, dropped, asked } = startTransport({}, { server: () => undefined });
    for (let group = 0; group < 10; group++) transport.sendTogether(several(400, 'span'));
    expect(asked.map(({ names }) => names.length)).toEqual([400, 400, 400, 400]);
    expect(dropped.take()).toEqual({ 'queue_full.span': 3 * 400 });
  });

  test('a group above 1,000 events is split', () => {
    const { transport, asked } = startTransport();
    transport.sendTogether(several(2500, 'span'));
    expect(asked.map(({ names }) => names.length)).toEqual([1000, 1000, 500]);
  });

  test('a group above 1 MB is split', () => {
    const { transport, asked } = startTransport();
    transport.sendTogether(several(25, 'span', { payload: { text: 'é'.repeat(50_000) } }));
    expect(asked.flatMap(({ names }) => names)).toHaveLength(25);
    expect(Math.max(...asked.map(({ body }) => utf8Bytes(body)))).toBeLessThanOrEqual(1_000_000);
  });

  test('an event above 1 MB is sent alone: the server decides whether it is too large', () => {
    const { transport, asked } = startTransport();
    const huge = named('huge', 'replay', { payload: { text: 'x'.repeat(3_000_000) } });
    transport.sendTogether([named('before'), huge, named('after')]);
    expect(asked.map(({ names }) => names)).toEqual([['before'], ['huge'], ['after']]);
  });
});
