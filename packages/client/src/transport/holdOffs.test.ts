import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { EventType } from '../core/event.js';
import { answer, named, pass, settle, several, startTransport, type Started } from './testing/startTransport.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const LIMITS = 'X-Service-Rate-Limits';

describe('a hold-off (protocol 4.5)', () => {
  test('of several groups holds off each until its end', async () => {
    const started = await heldOff({ [LIMITS]: '10:log;hit, 20:span' });
    expect(await sentTypes(started)).toEqual(['exception', 'replay']);
    await pass(9_998);
    expect(await sentTypes(started)).toEqual(['exception', 'replay']);
    await pass(2);
    expect(await sentTypes(started)).toEqual(['exception', 'log', 'hit', 'replay']);
    await pass(10_000);
    expect(await sentTypes(started)).toEqual(['exception', 'log', 'span', 'hit', 'replay']);
  });

  test('of all types lets nothing through', async () => {
    const started = await heldOff({ [LIMITS]: '10:all' });
    expect(await sentTypes(started)).toEqual([]);
    await pass(10_000);
    expect(await sentTypes(started)).toEqual(['exception', 'log', 'span', 'hit', 'replay']);
  });

  test('by a bare Retry-After is for the types of that batch', async () => {
    const started = await heldOff({ 'Retry-After': '10' }, 429);
    expect(await sentTypes(started)).toEqual(['log', 'span', 'hit', 'replay']);
  });

  test.each([
    ['5:log', '30:log'],
    ['30:log', '5:log'],
    ['30:all', '5:log'],
    ['5:all', '30:log'],
  ])('is the longer one of %p and %p', async (first, second) => {
    const limits = [first, second];
    const server = (): Response => answer(202, { [LIMITS]: limits.shift() ?? '' });
    const started = startTransport({ maxBatchSize: 1 }, { server, random: () => 0 });
    void started.transport.send(named('log'));
    void started.transport.send(named('log'));
    await pass(29_998);
    expect(await sentTypes(started)).not.toContain('log');
    await pass(2);
    expect(await sentTypes(started)).toContain('log');
  });

  test('drops events before queueing, counts them, and does not call onError', async () => {
    const { transport, asked, dropped, reported } = await heldOff({ [LIMITS]: '60:log;span' });
    for (const event of several(30)) void transport.send(event);
    transport.sendTogether(several(7, 'span'));
    transport.leave();
    await transport.flush();
    expect(asked).toHaveLength(1);
    expect(reported).toEqual([]);
    expect(dropped.take()).toEqual({ 'held_off.log': 30, 'held_off.span': 7 });
  });

  test('drops batches that wait for a request, too', async () => {
    const { transport, asked, dropped } = startTransport(
      {},
      { server: () => answer(429, { [LIMITS]: '60:log', 'Retry-After': '60' }) },
    );
    for (const event of several(200)) void transport.send(event);
    await transport.flush();
    expect(asked).toHaveLength(4);
    expect(dropped.take()).toEqual({ 'held_off.log': 120 });
  });

  test('of half a year ends after a month', async () => {
    const started = await heldOff({ [LIMITS]: `${180 * 24 * 3600}:log` });
    jest.setSystemTime(Date.now() + 31 * 24 * 3600 * 1000);
    expect(await sentTypes(started)).toContain('log');
  });
});

describe('the first send after a hold-off', () => {
  test.each([
    [0.2, 1000],
    [0.99, 4950],
  ])('waits for a random part of five seconds: %p', async (random, ms) => {
    const { transport, asked, dropped } = await heldOff({ [LIMITS]: '10:log;exception' }, 202, random);
    await pass(10_000);
    void transport.send(named('log'));
    void transport.send(named('exception', 'exception'));
    await pass(ms - 2);
    expect(asked).toHaveLength(1);
    await pass(2);
    expect(asked.map(({ names }) => names)).toEqual([['first'], ['log', 'exception']]);
    expect(dropped.take()).toBeUndefined();
  });

  test('is spread over at most five seconds, whenever events come', async () => {
    const { transport, asked } = await heldOff({ [LIMITS]: '10:log' }, 202, 0.8);
    await pass(13_000);
    void transport.send(named('soon'));
    await pass(1001);
    expect(asked).toHaveLength(2);
    await pass(60_000);
    void transport.send(named('at once'));
    await pass(0);
    expect(asked).toHaveLength(3);
  });

  test('does not hold up other types', async () => {
    const { transport, asked } = await heldOff({ [LIMITS]: '10:log' }, 202, 0.8);
    await pass(10_000);
    void transport.send(named('log'));
    void transport.send(named('exception', 'exception'));
    await settle();
    expect(asked.at(-1)?.names).toEqual(['exception']);
    await pass(4_001);
    expect(asked.at(-1)?.names).toEqual(['log']);
  });

  test('keeps a group together', async () => {
    const { transport, asked } = await heldOff({ [LIMITS]: '10:span' }, 202, 0.8);
    await pass(10_000);
    transport.sendTogether(several(50, 'span'));
    expect(asked).toHaveLength(1);
    await pass(4_001);
    expect(asked.map(({ names }) => names.length)).toEqual([1, 50]);
  });

  test('does not wait when everything is flushed', async () => {
    const { transport, asked } = await heldOff({ [LIMITS]: '10:log' }, 202, 0.8);
    await pass(10_000);
    void transport.send(named('log'));
    await transport.flush();
    expect(asked.at(-1)?.names).toEqual(['log']);
  });

  test('does not wait when the page leaves', async () => {
    let calls = 0;
    const { transport, left } = startTransport(
      {},
      { random: () => 0.8, server: () => answer(202, calls++ ? {} : { [LIMITS]: '10:log' }) },
    );
    void transport.send(named('first', 'exception'));
    await pass(10_000);
    void transport.send(named('log'));
    transport.leave();
    expect(left.map(({ names }) => names)).toEqual([['log']]);
  });
});

/** A transport after the first response. @param spread fraction of the five seconds */
async function heldOff(headers: Record<string, string>, status = 202, spread = 0): Promise<Started> {
  let isFirst = true;
  const server = (): Response => {
    const given = isFirst ? answer(status, headers) : answer();
    isFirst = false;
    return given;
  };
  const started = startTransport({ flushInterval: 0 }, { server, random: () => spread });
  void started.transport.send(named('first', 'exception'));
  await settle();
  return started;
}

/** Which types are sent right now. */
async function sentTypes({ transport, asked }: Started): Promise<EventType[]> {
  const before = asked.length;
  const types: EventType[] = ['exception', 'log', 'span', 'hit', 'replay'];
  for (const type of types) void transport.send(named(type, type));
  await pass(0);
  return asked.slice(before).flatMap(({ names }) => names) as EventType[];
}
