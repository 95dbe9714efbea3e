import { expect, test } from '@jest/globals';
import type { RedisClient } from '../connection/redisClient.js';
import { useRedis } from '../testing/useRedis.js';
import { shardCounts, shardKeys } from './shardKeys.js';
import { addSeal, readSeal, type SealReply } from './sealPublish.js';

const { client: redis } = useRedis();

const COUNTS = shardKeys.counts(0);
const MARK = shardKeys.mark(0, '7', 'a'.repeat(64));
const jobs = ['one', 'two'].map((id) => ({
  key: shardKeys.job(0, 'span', id),
  field: shardCounts.published('span'),
  events: 3,
}));

test('the seal sets no mark if a job is missing, and counts the jobs that exist', async () => {
  const client = redis();
  expect(await seal(client, ['one'], 'batch:k1')).toEqual({ missing: 1, won: [false] });
  expect(await client.exists(MARK)).toBe(0);
  expect(await client.hget(COUNTS, shardCounts.published('span'))).toBe('3');
});

test('the seal sets the mark for its time if all jobs exist, and keeps the mark of another batch', async () => {
  const client = redis();
  expect(await seal(client, ['one', 'two'], 'batch:k1')).toEqual({ missing: 0, won: [true] });
  expect(await client.pttl(MARK)).toBeGreaterThan(50_000);
  // A repetition of the same publish recognizes its own mark; another publish of the batch finds it.
  expect(await seal(client, [], 'batch:k1')).toEqual({ missing: 0, won: [true] });
  expect(await seal(client, [], 'batch:k2')).toEqual({ missing: 0, won: [false] });
  expect(await client.get(MARK)).toBe('batch:k1');
});

test('the mark of a batch that is forgotten gives way', async () => {
  const client = redis();
  await seal(client, ['one', 'two'], 'earlier:k1');
  expect(await seal(client, [], 'later:k2')).toEqual({ missing: 0, won: [true] });
  expect(await client.get(MARK)).toBe('later:k2');
});

/** Seals both jobs under one mark, as the last command of a transaction that adds those with these ids. */
async function seal(client: RedisClient, added: readonly string[], value: string): Promise<SealReply | undefined> {
  const transaction = client.multi();
  for (const id of added) transaction.hset(shardKeys.job(0, 'span', id), 'name', '1:3');
  addSeal(transaction, { counts: COUNTS, jobs, marks: [{ key: MARK, value, ttlMs: 60_000 }] });
  const replies = await transaction.exec();
  return readSeal(replies?.at(-1)?.[1]);
}
