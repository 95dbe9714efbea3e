import { describe, expect, test } from '@jest/globals';
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

  test('waits while PostgreSQL is away', async () => {
    const { counts, count, start, stop } = noted(1);
    count(7, [part('log', 2)]);
    await start();
    await stop();
    expect(counts).toEqual({ '7 log': 2 });
  });

  test('is what won its mark, and nothing else', async () => {
    const results: (PublishResult | Error)[] = ['accepted', 'duplicate', new Error('in doubt')];
    const publish = (): Promise<PublishResult> => {
      const result = results.shift() ?? 'duplicate';
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    };
    const told: unknown[] = [];
    const publisher = countAccepted(
      { publish } as unknown as Publisher,
      (hour, parts) => void told.push([hour, parts]),
    );
    const batch = { projectId: '1', hash: '', batchId: '', parts: [part('log', 2)], hour: 7 };
    await publisher.publish(batch);
    await publisher.publish(batch);
    await expect(publisher.publish(batch)).rejects.toThrow('in doubt');
    expect(told).toEqual([[7, batch.parts]]);
  });
});
