import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor, useRedisCluster } from '@sluice/testkit';
import { createAllowance } from '../allowance/createAllowance.js';
import { createBacklogFlag } from '../backlogFlag.js';
import { keys } from '../keys.js';
import { memoryPressure } from '../memoryPressure.js';
import { defineScript } from '../script.js';
import { findShards } from '../shard/findShards.js';
import { shardKeys } from '../shard/shardKeys.js';
import { NO_PAST, requestOf } from '../testing/requests.js';
import { certainlyNotExecuted } from './certainlyNotExecuted.js';
import { closeRedis, connectPatientRedis, connectRedis, connectWorkerRedis } from './connectRedis.js';
import { probeServers, probeShards } from '../probeWrites.js';
import { serversOf, type RedisClient } from './redisClient.js';
import { isRedisUsable, redisProblem } from './watchHealth.js';

jest.setTimeout(60_000);

const SHARDS = 8;
const clients: RedisClient[] = [];

const cluster = useRedisCluster();
afterEach(async () => {
  await Promise.all(clients.splice(0).map(closeRedis));
});

describe('a cluster', () => {
  test('serves every script, wherever its keys are, after any of its nodes was named', async () => {
    const client = await connected(connectRedis, `redis+cluster://127.0.0.1:${cluster.nodes[1]?.port}`);
    const allowance = createAllowance(client);
    const organizations = await oneOrganizationPerMaster();
    for (const organizationId of organizations) {
      expect(await allowance.seed(organizationId, NO_PAST)).toBe('created');
      expect(await allowance.spend(requestOf({ organizationId }))).toMatchObject({ kind: 'decided' });
      expect(await allowance.spend(requestOf({ organizationId, nonce: 'again' }))).toMatchObject({ kind: 'recorded' });
    }
    expect((await allowance.organizations()).sort()).toEqual([...organizations].sort());
    await client.hset(shardKeys.counts(5), 'transactions', 1);
    await client.hset(shardKeys.counts(7), 'transactions', 1);
    expect(await findShards(client)).toEqual([5, 7]);
    const flag = createBacklogFlag(client);
    await flag.raise({ holdOffSeconds: 7 }, 60_000);
    expect(await flag.read()).toEqual({ monitorAlive: false, holdOffSeconds: 7 });
  });

  test('has scripts on every master', async () => {
    const client = await connected();
    expect(serversOf(client)).toHaveLength(cluster.nodes.length);
    for (const node of serversOf(client)) {
      await node.script('FLUSH');
      node.disconnect(true);
    }
    await waitFor(() => !isRedisUsable(client));
    await waitFor(() => isRedisUsable(client));
    const { sha } = defineScript('seed', 1);
    for (const node of serversOf(client)) expect(await node.script('EXISTS', sha)).toEqual([1]);
  });

  test('is as full as its fullest master', async () => {
    const client = await connected(connectPatientRedis);
    const limited = serversOf(client)[1];
    await limited?.config('SET', 'maxmemory', '20mb');
    expect((await memoryPressure(client)).maxBytes).toBe(20 * 1_048_576);
    await limited?.config('SET', 'maxmemory', '256mb');
  });

  test('is ready if every shard and every master take writes, and names the ones that do not', async () => {
    const client = await connected();
    expect(await probeShards(client, SHARDS)).toBeUndefined();
    expect(await probeServers(client)).toBeUndefined();
    const full = serversOf(client)[0];
    await full?.config('SET', 'maxmemory', '1');
    const shards = await probeShards(client, SHARDS);
    expect(shards).toMatch(/^queue shard \d/);
    expect(shards).toContain(`Redis at 127.0.0.1:${full?.options.port} refuses writes (OOM`);
    expect(shards).toContain('start workers, or raise maxmemory');
    expect(await probeServers(client)).toContain(`ledgers: Redis at 127.0.0.1:${full?.options.port} refuses writes`);
    await full?.config('SET', 'maxmemory', '256mb');
    expect(await probeShards(client, SHARDS)).toBeUndefined();
  });

  test('behind redis:// is not usable, and the message says how to name it', async () => {
    const client = connectRedis({ url: cluster.nodes[0]?.url ?? '', name: 'test' });
    clients.push(client);
    await waitFor(() => redisProblem(client)?.includes('redis+cluster://') === true);
    expect(isRedisUsable(client)).toBe(false);
  });

  test('that is not there fails a command at once, certain that nothing was executed', async () => {
    const client = connectRedis({ url: 'redis+cluster://127.0.0.1:1', name: 'test' });
    clients.push(client);
    expect(certainlyNotExecuted(await rejection(client.get('a')))).toBe(true);
    expect(certainlyNotExecuted(await rejection(client.incr('a')))).toBe(true);
    expect(redisProblem(client)).toContain('no node of the Redis Cluster can be reached');
  });

  test('that is not there bounds the wait of background work', async () => {
    const client = connectPatientRedis({ url: 'redis+cluster://127.0.0.1:1', name: 'test', commandTimeoutMs: 100 });
    clients.push(client);
    expect(String(await rejection(client.ping()))).toContain('timed out');
  });
});

describe('a slot that moves', () => {
  test('refuses what needs several keys meanwhile, for certain, and is followed afterwards', async () => {
    const client = await connected();
    const worker = connectWorkerRedis({ url: cluster.url, name: 'test', key: '{sl3}:list' });
    await worker.rpush('{sl3}:list', 'a', 'b');
    await worker.set('{sl3}:other', '1');
    const from = await cluster.ownerOf('{sl3}:list');
    const blocked = connectWorkerRedis({ url: cluster.url, name: 'test', key: '{sl3}:list' });
    const popped = blocked.blpop('{sl3}:empty', 0);
    let error: unknown;
    await cluster.moveSlot('{sl3}:list', (from + 1) % 3, async () => {
      const transaction = client.multi().incr('{sl3}:new').rpush('{sl3}:list', 'c').incr('{sl3}:other');
      error = await rejection(transaction.exec());
    });
    expect(error).toBeInstanceOf(Error);
    expect(certainlyNotExecuted(error)).toBe(true);
    // Each kind of connection finds the new master.
    expect(await client.lrange('{sl3}:list', 0, -1)).toEqual(['a', 'b']);
    expect(await worker.lrange('{sl3}:list', 0, -1)).toEqual(['a', 'b']);
    await client.rpush('{sl3}:empty', 'x');
    expect(await popped).toEqual(['{sl3}:empty', 'x']);
    for (const each of [worker, blocked]) each.disconnect();
  });
});

describe('a master that is killed', () => {
  test('makes its cluster unusable, and commands fail for certain; it is used again when it is back', async () => {
    const client = await connected();
    const down = await cluster.ownerOf('{sl0}:counts');
    const worker = connectWorkerRedis({ url: cluster.url, name: 'test', key: '{sl0}:counts' });
    await worker.set('{sl0}:counts', 1);
    await cluster.nodes[down]?.kill9();
    await waitFor(() => !isRedisUsable(client));
    expect(redisProblem(client)).toContain(`127.0.0.1:${cluster.nodes[down]?.port}`);
    await waitFor(async () => certainlyNotExecuted(await rejection(client.incr('{sl0}:counts'))), {
      what: 'a command that is certainly not executed',
    });
    await cluster.nodes[down]?.restart();
    await cluster.settled();
    await waitFor(() => isRedisUsable(client), { what: 'the cluster to be usable again', timeoutMs: 30_000 });
    expect(await client.incr('{sl0}:counts')).toBe(2);
    expect(await waitFor(() => worker.incr('{sl0}:counts'))).toBe(3);
    worker.disconnect();
  });
});

async function connected(connect = connectRedis, url = cluster.url): Promise<RedisClient> {
  const client = connect({ url, name: 'test', commandTimeoutMs: 3_000 });
  clients.push(client);
  await waitFor(() => isRedisUsable(client), { what: 'a usable cluster' });
  return client;
}

/** Ids of organizations whose ledgers are on all masters between them. */
async function oneOrganizationPerMaster(): Promise<readonly string[]> {
  const byMaster = new Map<number, string>();
  for (let id = 1; byMaster.size < cluster.nodes.length; id += 1) {
    byMaster.set(await cluster.ownerOf(keys.ledger(String(id))), String(id));
  }
  return [...byMaster.values()];
}

function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
