import { beforeEach, describe, expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { readSdkCounts, storeSdkCounts, type SdkCount } from './sdkCounts.js';

const HOUR = Math.floor(Date.UTC(2026, 10, 20, 12) / 3_600_000);
const RANGE = { fromMs: HOUR * 3_600_000, toMs: (HOUR + 1) * 3_600_000 };
const database = useDatabase();
beforeEach(() => database.db.pool.query('truncate sdk_counts'));

describe('what Sentry SDKs send or drop besides events', () => {
  test('adds up over gateways, and a late or repeated write changes nothing', async () => {
    const store = (gateway: string, ...counts: readonly SdkCount[]) => storeSdkCounts(database.db, gateway, counts);
    await store('a', itemOf('session', 3), dropOf('error', 'before_send', 2));
    await store('a', itemOf('session', 2), dropOf('error', 'before_send', 2));
    await store('b', itemOf('session', 4), itemOf('session', 3));
    await store('a', { ...itemOf('session', 9), projectId: '8' }, { ...itemOf('session', 9), hour: HOUR + 1 });
    await store('a');
    expect(await readSdkCounts(database.db, '7', RANGE)).toEqual({
      notTaken: [{ name: 'session', count: 7 }],
      droppedBySdks: [{ category: 'error', reason: 'before_send', count: 2 }],
    });
    const before = { fromMs: 0, toMs: RANGE.fromMs };
    expect(await readSdkCounts(database.db, '7', before)).toEqual({ notTaken: [], droppedBySdks: [] });
  });

  test('is read most first, at most 100 of each list', async () => {
    const numbers = Array.from({ length: 130 }, (_, index) => index + 1);
    await storeSdkCounts(
      database.db,
      'a',
      numbers.flatMap((count) => [itemOf(`item ${count}`, count), dropOf('span', `reason ${count}`, count)]),
    );
    const { notTaken, droppedBySdks } = await readSdkCounts(database.db, '7', RANGE);
    const most = numbers.slice(30).reverse();
    expect(notTaken).toEqual(most.map((count) => ({ name: `item ${count}`, count })));
    expect(droppedBySdks).toEqual(most.map((count) => ({ category: 'span', reason: `reason ${count}`, count })));
  });

  test('is stored up to the largest safe integer', async () => {
    await storeSdkCounts(database.db, 'a', [itemOf('session', Number.MAX_SAFE_INTEGER)]);
    const { notTaken } = await readSdkCounts(database.db, '7', RANGE);
    expect(notTaken).toEqual([{ name: 'session', count: Number.MAX_SAFE_INTEGER }]);
  });
});

const itemOf = (name: string, count: number): SdkCount => ({
  projectId: '7',
  hour: HOUR,
  kind: 'item',
  name,
  reason: '',
  count,
});

const dropOf = (name: string, reason: string, count: number): SdkCount => ({
  projectId: '7',
  hour: HOUR,
  kind: 'discarded',
  name,
  reason,
  count,
});
