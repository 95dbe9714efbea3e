import { describe, expect, jest, test } from '@jest/globals';
import type { EventType } from '@sluice/contract';
import type { AcknowledgedCount } from '@sluice/db';
import type { Publisher, PublishResult } from '@sluice/queues';
import { silentLogger } from '@sluice/runtime';
import { countAccepted, createAcknowledgements } from './acknowledgements.js';

const part = (type: EventType, events: number) => ({ type, events, json: Buffer.alloc(0) });

/** Acknowledgements whose counts are kept as `<hour> <type>`; the first `failures` writes fail. */
function noted(failures = 0) {
  const counts: Record<string, number> = {};
  const gateways = new Set<string>();
  let left = failures;
  const store = (gateway: string, told: readonly AcknowledgedCount[]): Promise<void> => {
    if (told.length === 0) return Promise.reject(new Error('nothing to store'));
    if (left-- > 0) return Promise.reject(new Error('away'));
    gateways.add(gateway);
    for (const { hour, type, count } of told) counts[`${hour} ${type}`] = count;
    return Promise.resolve();
  };
  return { counts, gateways, ...createAcknowledgements({ store, logger: silentLogger }) };
}

describe('what was acknowledged', () => {
  test('is written as it adds up, by hour and type, under one name', async () => {
    const { counts, gateways, count, start, stop } = noted();
    count(7, [part('log', 2), part('span', 1)]);
    await start();
    count(7, [part('log', 3)]);
    count(8, [part('log', 1)]);
    await stop();
    expect(counts).toEqual({ '7 log': 5, '7 span': 1, '8 log': 1 });
    expect(gateways.size).toBe(1);
  });

  test('of an hour long past, as a spool may hold, is added to what was counted then', async () => {
    const { counts, count, start, stop } = noted();
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
    ['forgotten after that', 81, 3],
  ])('of an hour is %s', async (_name, hoursLater, expected) => {
    const { counts, count, stop } = noted();
    count(7, [part('log', 2)]);
    await stop();
    count(7 + hoursLater, [part('log', 1)]);
    await stop();
    count(7, [part('log', 3)]);
    await stop();
    expect(counts['7 log']).toBe(expected);
  });

  test('is written only if something was counted, and a stop reports counts that it could not write', async () => {
    const warn = jest.spyOn(silentLogger, 'warn');
    const { count, stop } = noted(1);
    await stop();
    expect(warn).not.toHaveBeenCalled();
    count(7, [part('log', 2)]);
    await stop();
    expect(warn).toHaveBeenCalledWith({ err: new Error('away') }, expect.any(String));
  });

  test('waits while PostgreSQL is away', async () => {
    const { counts, count, start, stop } = noted(1);
    count(7, [part('log', 2)]);
    await start();
    await stop();
    expect(counts).toEqual({ '7 log': 2 });
  });

  test('is what won its mark, and nothing else', async () => {
    const results: (PublishResult | Error)[] = ['accepted', 'duplicate', new Error('in doubt'), 'accepted'];
    const publish = (): Promise<PublishResult> => {
      const result = results.shift() ?? 'duplicate';
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    };
    const told: unknown[] = [];
    const publisher = countAccepted(
      { publish } as unknown as Publisher,
      (hour, parts) => void told.push([hour, parts]),
    );
    const uncharged = { projectId: '1', hash: '', batchId: '', parts: [part('log', 2)] };
    const batch = { ...uncharged, hour: 7 };
    await publisher.publish(batch);
    await publisher.publish({ ...batch, hour: 8 });
    await expect(publisher.publish({ ...batch, hour: 9 })).rejects.toThrow('in doubt');
    await publisher.publish(uncharged);
    expect(told).toEqual([[7, batch.parts]]);
  });
});
