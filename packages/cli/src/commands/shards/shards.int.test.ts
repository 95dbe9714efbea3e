import { beforeEach, describe, expect, test } from '@jest/globals';
import { shardCounts, shardKeys } from '@sluice/redis';
import { useRedis, useRedisClient } from '@sluice/testkit';
import { runForTest } from '../../testing/runForTest.js';

const redis = useRedis();
const connection = useRedisClient(redis);
beforeEach(() => connection.client.flushall());

const run = (...words: string[]) => runForTest(['shards', ...words], { REDIS_URL: redis.url });

test('sluice shards shows that nothing is recorded before a gateway has started', async () => {
  expect(await ask('list')).toEqual({ recorded: null, changingTo: null, draining: [], spread: {}, shards: [] });
  expect((await run('list')).stdout).toContain('No number is recorded yet');
});

test('sluice shards changes the number, and names the shards that workers drain', async () => {
  expect(await ask('set', '4')).toEqual({ before: null, recorded: 4, toDrain: [] });
  await connection.client.rpush(shardKeys.job(3, 'span', 'wait'), 'a');
  await connection.client.hset(shardKeys.counts(3), shardCounts.published('span'), 5);
  const { stdout } = await run('set', '2');
  expect(stdout).toContain('2 queue shards, 4 before.');
  expect(stdout).toContain('Workers drain shards that are no longer used: 3.');
  expect(stdout).toContain('Set QUEUE_SHARDS=2 for processes that start later.');
  expect(await ask('list')).toEqual({
    recorded: 2,
    changingTo: null,
    draining: [2, 3],
    spread: {},
    shards: [
      { shard: 0, jobs: 0, events: 0, used: true },
      { shard: 1, jobs: 0, events: 0, used: true },
      { shard: 2, jobs: 0, events: 0, used: false },
      { shard: 3, jobs: 1, events: 5, used: false },
    ],
  });
  const list = (await run('list')).stdout;
  expect(list).toMatch(/3 +1 +5 +draining: no gateway publishes here/);
  expect(list).toContain('Workers drain shards of an earlier number: 2, 3.');
  expect((await run('set', '2')).stdout).toContain('Nothing changes.');
});

describe('the spread of a project', () => {
  test('needs a recorded number', async () => {
    expect(await run('spread', '42', '2')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No number of queue shards is recorded yet: start a gateway first'),
    });
  });

  test('is changed, shown, and removed', async () => {
    await ask('set', '8');
    expect(await ask('spread', '42', '4')).toEqual({ project: '42', before: 1, over: 4, shards: 8 });
    const { stdout } = await run('spread', '7', '2');
    expect(stdout).toContain('Project 7 uses 2 of 8 queue shards, 1 before.');
    expect((await run('spread', '7', '2')).stdout).toContain('Nothing changes.');
    expect((await run('list')).stdout).toContain(
      'Projects that spread over several shards, by id: 7 over 2, 42 over 4.',
    );
    expect(await ask('list')).toMatchObject({ recorded: 8, spread: { '7': 2, '42': 4 } });
    await ask('set', '3');
    expect(await ask('list')).toMatchObject({ recorded: 3, spread: { '7': 2, '42': 3 } });
    await run('spread', '7', '1');
    expect(await ask('spread', '42', '1')).toEqual({ project: '42', before: 3, over: 1, shards: 3 });
    expect(await ask('list')).toMatchObject({ spread: {} });
    expect((await run('list')).stdout).not.toContain('spread over');
  });

  test('is at most the number of shards', async () => {
    await ask('set', '3');
    const { code, stderr } = await run('spread', '42', '4');
    expect([code, stderr]).toEqual([2, expect.stringContaining('4 of 3 queue shards: use 1 to 3')]);
  });

  test.each(['0', '-1', 'two', '1.5'])('sluice shards refuses %s as a number', async (text) => {
    expect(await run('spread', '42', '--', text)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not a number of queue shards'),
    });
  });

  test('refuses what is neither an id nor <org>/<project>', async () => {
    expect(await run('spread', 'shop', '2')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"shop" is neither <org>/<project> nor the id of a project'),
    });
  });
});

test('sluice shards shows a change that is not finished', async () => {
  const record = { epoch: 5, shards: 2, widest: 2, past: [], next: { epoch: 6, shards: 8 } };
  await connection.client.set(shardKeys.placement, JSON.stringify(record));
  expect(await ask('list')).toMatchObject({ recorded: 2, changingTo: 8 });
  expect((await run('list')).stdout).toContain('A change to 8 is not finished');
});

test.each(['0', '1025', 'two', '1.5'])('refuses %s as a number', async (text) => {
  expect(await run('set', text)).toMatchObject({ code: 2, stderr: expect.stringContaining('use 1 to 1,024') });
});

test('sluice shards says so if Redis does not answer', async () => {
  const { code, stderr } = await runForTest(['shards', 'list'], { REDIS_URL: 'redis://127.0.0.1:1' });
  expect([code, stderr]).toEqual([1, expect.stringContaining('Check REDIS_URL')]);
});

async function ask(...words: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await run(...words, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as unknown;
}
