import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { answer, ENDPOINT, KEY, named, pass, settle, several, startTransport } from './testing/startTransport.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('flush triggers (protocol 4.5)', () => {
  test('1. the buffer is flushed when it reaches maxBatchSize', () => {
    const { transport, asked } = startTransport();
    for (const event of several(19)) void transport.send(event);
    expect(asked).toHaveLength(0);
    void transport.send(named('last'));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.names).toHaveLength(20);
  });

  test('1. the buffer is flushed at another maxBatchSize, and further events start the next batch', async () => {
    const { transport, asked } = startTransport({ maxBatchSize: 3 });
    for (const event of several(8)) void transport.send(event);
    await settle();
    expect(asked.map(({ names }) => names)).toEqual([
      ['log0', 'log1', 'log2'],
      ['log3', 'log4', 'log5'],
    ]);
    await pass(2000);
    expect(asked[2]?.names).toEqual(['log6', 'log7']);
  });

  test('2. an event of an immediate type flushes the buffer', () => {
    const { transport, asked } = startTransport();
    void transport.send(named('log'));
    void transport.send(named('exception', 'exception'));
    expect(asked.map(({ names }) => names)).toEqual([['log', 'exception']]);
  });

  test('2. immediateTypes are the program’s to choose', () => {
    const { transport, asked } = startTransport({ immediateTypes: ['hit'] });
    void transport.send(named('exception', 'exception'));
    expect(asked).toHaveLength(0);
    void transport.send(named('hit', 'hit'));
    expect(asked).toHaveLength(1);
  });

  test('3. the buffer is flushed flushInterval after the last queued event, not after the first', async () => {
    const { transport, asked } = startTransport();
    void transport.send(named('one'));
    await pass(1500);
    void transport.send(named('two'));
    await pass(1999);
    expect(asked).toHaveLength(0);
    await pass(1);
    expect(asked[0]?.names).toEqual(['one', 'two']);
  });

  test('4. flush() resolves when the answer is there, retries included', async () => {
    let calls = 0;
    const { transport, asked } = startTransport({}, { server: () => (calls++ === 0 ? new Error('away') : answer()) });
    const resolved = jest.fn();
    void transport.send(named('one'));
    void transport.flush().then(resolved);
    await settle();
    expect(asked).toHaveLength(1);
    expect(resolved).not.toHaveBeenCalled();
    await pass(1000);
    expect(asked).toHaveLength(2);
    expect(resolved).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['nothing is buffered', () => answer(), 0],
    ['the server refuses', () => answer(403), 1],
    ['the network fails', () => new Error('away'), 1],
    ['the server hangs', () => undefined, 1],
  ])('4. flush() resolves when %s', async (_, server, events) => {
    const { transport } = startTransport({}, { server });
    const resolved = jest.fn();
    for (const event of several(events)) void transport.send(event);
    void transport.flush().then(resolved);
    await pass(11_000);
    expect(resolved).toHaveBeenCalledTimes(1);
  });

  test('4. flush() does not wait for events that came after it', async () => {
    const { transport } = startTransport({}, { server: ({ names }) => (names[0] === 'late' ? undefined : answer()) });
    const resolved = jest.fn();
    void transport.send(named('early'));
    void transport.flush().then(resolved);
    void transport.send(named('late', 'exception'));
    await settle();
    expect(resolved).toHaveBeenCalledTimes(1);
  });

  test('5. the buffer is flushed when the page leaves, with the key in the query and no timer left after the answer', async () => {
    const { transport, asked, left } = startTransport();
    void transport.send(named('log'));
    transport.leave();
    transport.leave();
    expect(asked).toHaveLength(0);
    expect(left.map(({ url, names }) => [url, names])).toEqual([[`${ENDPOINT}?service_key=${KEY}`, ['log']]]);
    await settle();
    expect(jest.getTimerCount()).toBe(0);
  });

  test('6. a group is sent at once, in one batch, with the buffer', () => {
    const { transport, asked } = startTransport();
    void transport.send(named('log'));
    transport.sendTogether(several(300, 'span'));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.names).toHaveLength(301);
  });

  test('6. a group of a thousand is not split by buffered events', () => {
    const { transport, asked } = startTransport();
    void transport.send(named('log'));
    transport.sendTogether(several(1000, 'span'));
    expect(asked.map(({ names }) => names.length)).toEqual([1000, 1]);
    expect(asked[1]?.names).toEqual(['log']);
  });
});

describe('a request (protocol 4.1)', () => {
  test('carries the key in a header and JSON in the body', () => {
    const { transport, asked } = startTransport();
    void transport.send(named('exception', 'exception'));
    expect(asked[0]).toMatchObject({
      url: ENDPOINT,
      init: {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Service-Auth': `Service service_key=${KEY}` },
      },
    });
  });

  test.each([
    [undefined, ENDPOINT, `${ENDPOINT}?service_key=${KEY}`],
    ['/tunnel', '/tunnel', `/tunnel?service_key=${KEY}`],
    ['/tunnel?a=b', '/tunnel?a=b', `/tunnel?a=b&service_key=${KEY}`],
  ])('goes to endpoint %p', (endpoint, url, keyed) => {
    const { transport, asked, left } = startTransport(endpoint === undefined ? {} : { endpoint });
    expect(transport.endpoint).toBe(url);
    void transport.send(named('exception', 'exception'));
    void transport.send(named('log'));
    transport.leave();
    expect([asked[0]?.url, left[0]?.url]).toEqual([url, keyed]);
  });

  test('has an id, so that the same events twice are no duplicate to the server', () => {
    const { transport, asked } = startTransport({ maxBatchSize: 1 });
    void transport.send(named('same'));
    void transport.send(named('same'));
    expect(asked).toHaveLength(2);
    expect(asked[0]?.body).not.toBe(asked[1]?.body);
  });
});

describe('close', () => {
  test('stops the timers and accepts nothing', async () => {
    const { transport, asked, reported } = startTransport({}, { server: () => new Error('away') });
    void transport.send(named('retried', 'exception'));
    await settle();
    void transport.send(named('buffered'));
    transport.close();
    void transport.send(named('late', 'exception'));
    transport.sendTogether(several(2, 'span'));
    transport.leave();
    expect(jest.getTimerCount()).toBe(0);
    await pass(60_000);
    expect(asked).toHaveLength(1);
    expect(reported.map(({ name }) => name)).toEqual(['retried', 'buffered']);
  });

  test('lets a request in progress end, without retries', async () => {
    const { transport, asked, reported } = startTransport({}, { server: () => undefined });
    void transport.send(named('one', 'exception'));
    transport.close();
    await pass(60_000);
    expect(asked).toHaveLength(1);
    expect(reported.map(({ name }) => name)).toEqual(['one']);
  });

  test('lets no flush wait indefinitely', async () => {
    const { transport, reported } = startTransport({}, { server: () => new Error('away') });
    void transport.send(named('one', 'exception'));
    const flushed = transport.flush();
    await settle();
    transport.close();
    await flushed;
    expect(reported.map(({ name }) => name)).toEqual(['one']);
  });
});
