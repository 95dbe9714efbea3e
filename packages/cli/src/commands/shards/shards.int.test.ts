import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closeRedis, connectPatientRedis, shardCounts, shardKeys, type RedisClient } from '@sluice/redis';
import { startTestRedis, type TestRedis } from '@sluice/testkit';
import { runForTest } from '../../testing/runForTest.js';

let redis: TestRedis;
let client: RedisClient;
beforeAll(async () => {
  redis = await startTestRedis();
  client = connectPatientRedis({ url: redis.url, name: 'test' });
});
afterAll(async () => {
  await closeRedis(client);
  await redis.stop();
});

const run = (...words: string[]) => runForTest(['shards', ...words], { REDIS_URL: redis.url });

async function ask(...words: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await run(...words, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as unknown;
}

test('shows that nothing is recorded before a gateway has started', async () => {
  expect(await ask('list')).toEqual({ recorded: null, shards: [] });
  expect((await run('list')).stdout).toContain('No number is recorded yet');
});

test('records a number, names the shards that must be drained, and says what to restart', async () => {
  expect(await ask('set', '4')).toEqual({ before: null, recorded: 4, toDrain: [] });
  await client.rpush(shardKeys.job(3, 'span', 'wait'), 'a');
  await client.hset(shardKeys.counts(3), shardCounts.published('span'), 5);
  const { stdout } = await run('set', '2');
  expect(stdout).toContain('2 queue shards recorded, 4 before.');
  expect(stdout).toContain('Jobs wait in shards that are no longer used: 3.');
  expect(stdout).toContain('Then restart every process with QUEUE_SHARDS=2.');
  expect(await ask('list')).toEqual({
    recorded: 2,
    shards: [
      { shard: 0, jobs: 0, events: 0, used: true },
      { shard: 1, jobs: 0, events: 0, used: true },
      { shard: 3, jobs: 1, events: 5, used: false },
    ],
  });
  expect((await run('list')).stdout).toMatch(/3 +1 +5 +no gateway publishes here/);
});

test.each(['0', '1025', 'two', '1.5'])('refuses %s as a number', async (text) => {
  expect(await run('set', text)).toMatchObject({ code: 2, stderr: expect.stringContaining('use 1 to 1,024') });
});

test('says so if Redis does not answer', async () => {
  const { code, stderr } = await runForTest(['shards', 'list'], { REDIS_URL: 'redis://127.0.0.1:1' });
  expect([code, stderr]).toEqual([1, expect.stringContaining('Check REDIS_URL')]);
});
