import { afterEach, describe, expect, test } from '@jest/globals';
import { createDatabase } from '@sluice/db';
import { closeRedis, connectPatientRedis, shardCounts, shardKeys } from '@sluice/redis';
import { useDatabase, useRedis, useRedisClient } from '@sluice/testkit';
import { checkDatabase } from './checkDatabase.js';
import { checkShards } from './checkShards.js';
import { checkRedis } from './checkRedis.js';

const database = useDatabase();
const redis = useRedis();
const connection = useRedisClient(redis);
afterEach(() => connection.client.flushall());

describe('durability of Redis', () => {
  test('is fine where every write is synced', async () => {
    await connection.client.config('SET', 'appendfsync', 'always');
    expect(await durability()).toMatchObject({ status: 'ok', message: expect.stringContaining('every write') });
  });

  test.each([
    ['everysec', 'the last second'],
    ['no', 'not on disk'],
  ])('is a warning where appendfsync is %s', async (policy, cost) => {
    await connection.client.config('SET', 'appendfsync', policy);
    expect(await durability()).toMatchObject({ status: 'warn', message: `appendfsync is ${policy}` });
    expect(await durability()).toMatchObject({ advice: expect.stringContaining(cost) });
  });

  test('reports that appendfsync cannot be read if CONFIG is not permitted', async () => {
    await connection.client.acl('SETUSER', 'hosted', 'on', '>secret', '~*', '+@all', '-config');
    const url = Object.assign(new URL(redis.url), { username: 'hosted', password: 'secret' }).href;
    const hosted = connectPatientRedis({ url, name: 'test' });
    const findings = await checkRedis('redis', hosted);
    await closeRedis(hosted);
    expect(findings).toContainEqual({
      name: 'redis durability',
      status: 'ok',
      message: 'append-only file is on; appendfsync cannot be read',
    });
  });

  async function durability() {
    return (await checkRedis('redis', connection.client)).find(({ name }) => name === 'redis durability') ?? {};
  }
});

describe('queue shards', () => {
  test('pass if no events wait in shards that no worker drains', async () => {
    await connection.client.hset(shardKeys.counts(0), shardCounts.published('log'), 5);
    await connection.client.hset(shardKeys.counts(3), {
      [shardCounts.published('log')]: 5,
      [shardCounts.finished('log')]: 5,
    });
    expect(await checkShards(connection.client, 1)).toEqual([
      { name: 'queue shards', status: 'ok', message: 'no events wait in shards that no worker drains' },
    ]);
  });

  test('fail where events wait in a shard that no worker drains', async () => {
    await connection.client.hset(shardKeys.counts(1), shardCounts.published('log'), 5);
    await connection.client.hset(shardKeys.counts(3), shardCounts.published('span'), 2);
    expect(await checkShards(connection.client, 2)).toMatchObject([
      {
        status: 'fail',
        message: '2 events in 1 shard that no worker drains: 3',
        advice: expect.stringContaining('sluice shards set 4'),
      },
    ]);
  });
});

describe('a server without TLS', () => {
  test('Redis: the finding names the possible cause', async () => {
    const url = redis.url.replace('redis:', 'rediss:');
    const encrypted = connectPatientRedis({ url, name: 'test', commandTimeoutMs: 1_000 });
    const findings = await checkRedis('redis', encrypted);
    encrypted.disconnect();
    expect(findings).toMatchObject([
      { status: 'fail', advice: expect.stringContaining('does not use TLS, use redis://') },
    ]);
  });

  test('PostgreSQL: the finding names the cause and the setting', async () => {
    const url = `${database.url}?sslmode=require`;
    const encrypted = createDatabase({ url, poolSize: 1, applicationName: 'test' });
    const findings = await checkDatabase(encrypted);
    await encrypted.close();
    expect(findings).toMatchObject([
      { status: 'fail', advice: expect.stringMatching(/does not speak TLS.*DATABASE_URL/) },
    ]);
  });
});
