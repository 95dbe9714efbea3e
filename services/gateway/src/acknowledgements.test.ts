import { describe, expect, jest, test } from '@jest/globals';
import type { EventType } from '@sluice/contract';
import type { AcknowledgedCount } from '@sluice/accounting';
import { silentLogger } from '@sluice/runtime';
import { createAcknowledgements } from './acknowledgements.js';

const part = (type: EventType, events: number) => ({ type, events, pieces: [], bytes: 0 });

describe('acknowledged counts', () => {
  test('are summed by hour and type, under one name', async () => {
    const { counts, gateways, count, start, stop } = recorded();
    count(7, [part('log', 2), part('span', 1)]);
    await start();
    count(7, [part('log', 3)]);
    count(8, [part('log', 1)]);
    await stop();
    expect(counts).toEqual({ '7 log': 5, '7 span': 1, '8 log': 1 });
    expect(gateways.size).toBe(1);
  });

  test('of an hour long past are added to those already counted in it', async () => {
    const { counts, count, start, stop } = recorded();
    count(7, [part('log', 2)]);
    await start();
    await stop();
    count(7 + 72, [part('log', 1)]);
    await stop();
    count(7, [part('log', 3)]);
    await stop();
    expect(counts).toEqual({ '7 log': 5, '79 log': 1 });
  });

  test.each([
    ['kept for 80 hours', 80, 5],
    ['dropped after that', 81, 3],
  ])('of an hour are %s', async (_name, hoursLater, expected) => {
    const { counts, count, stop } = recorded();
    count(7, [part('log', 2)]);
    await stop();
    count(7 + hoursLater, [part('log', 1)]);
    await stop();
    count(7, [part('log', 3)]);
    await stop();
    expect(counts['7 log']).toBe(expected);
  });

  test('are stored only if there are any, and a stop logs counts that it could not store', async () => {
    const warn = jest.spyOn(silentLogger, 'warn');
    const { count, stop } = recorded(1);
    await stop();
    expect(warn).not.toHaveBeenCalled();
    count(7, [part('log', 2)]);
    await stop();
    expect(warn).toHaveBeenCalledWith({ err: new Error('unavailable') }, expect.any(String));
  });

  test('are stored later if PostgreSQL was unavailable', async () => {
    const { counts, count, start, stop } = recorded(1);
    count(7, [part('log', 2)]);
    await start();
    await stop();
    expect(counts).toEqual({ '7 log': 2 });
  });
});

/** Returns acknowledgements that store counts as `<hour> <type>`; the first `failures` writes fail. */
function recorded(failures = 0) {
  const counts: Record<string, number> = {};
  const gateways = new Set<string>();
  let left = failures;
  const store = (gateway: string, written: readonly AcknowledgedCount[]): Promise<void> => {
    if (written.length === 0) return Promise.reject(new Error('nothing to store'));
    if (left-- > 0) return Promise.reject(new Error('unavailable'));
    gateways.add(gateway);
    for (const { hour, type, count } of written) counts[`${hour} ${type}`] = count;
    return Promise.resolve();
  };
  return { counts, gateways, ...createAcknowledgements({ store, logger: silentLogger }) };
}
