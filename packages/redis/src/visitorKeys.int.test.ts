import { expect, test } from '@jest/globals';
import { createVisitorKeys } from './visitorKeys.js';
import { useRedis } from './testing/useRedis.js';

const redis = useRedis();

test('the first proposal for a day is its key, for all', async () => {
  const own = createVisitorKeys(redis.client());
  const [first, second] = [Buffer.from([1, 255, 0]), Buffer.from([2])];
  expect(await own.agree('2026-01-01', first, 60_000)).toEqual(first);
  expect(await own.agree('2026-01-01', second, 60_000)).toEqual(first);
  expect(await own.agree('2026-01-02', second, 60_000)).toEqual(second);
});

test('a key expires, and its life is not extended', async () => {
  const own = createVisitorKeys(redis.client());
  await own.agree('2026-01-01', Buffer.from('a'), 60_000);
  await own.agree('2026-01-01', Buffer.from('b'), 600_000);
  const leftMs = await redis.client().pttl('sl:{visitors}:2026-01-01');
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(60_000);
});
