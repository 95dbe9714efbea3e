import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { startTestRedisCluster, waitFor, type TestRedisCluster } from '@sluice/testkit';
import { createAllowance } from '../allowance/createAllowance.js';
import { keys } from '../keys.js';
import { NO_PAST, requestOf } from '../testing/requests.js';
import { certainlyNotExecuted } from './certainlyNotExecuted.js';
import { closeRedis, connectRedis } from './connectRedis.js';
import { slotOf, type RedisClient } from './redisClient.js';
import { isRedisUsable } from './watchHealth.js';

/** What is certain about a command that a cluster redirected while a slot moves. */

jest.setTimeout(60_000);

let cluster: TestRedisCluster;
let client: RedisClient;

beforeAll(async () => {
  cluster = await startTestRedisCluster();
  client = connectRedis({ url: cluster.url, name: 'test', commandTimeoutMs: 5_000 });
  await waitFor(() => isRedisUsable(client), { what: 'a usable cluster' });
});
afterAll(async () => {
  await closeRedis(client);
  await cluster.stop();
});

/** Puts slots back that a test marked as moving. */
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0)) await each();
});

describe('a command whose redirections are used up', () => {
  test('was executed by no node, if some of its keys had moved', async () => {
    await client.set('{sl3}:count', '1');
    await startMove('{sl3}:count');
    const error = await rejection(client.mset('{sl3}:count', '2', '{sl3}:new', '2'));
    // ioredis asks any node after TRYAGAIN, so the last answer is that of the owner or of another one.
    expect(String(error)).toMatch(/Too many Cluster redirections. Last error: ReplyError: (TRYAGAIN|MOVED)/);
    expect(certainlyNotExecuted(error)).toBe(true);
    expect(await client.get('{sl3}:count')).toBe('1');
  });

  test('was executed by no node, if two of them name each other', async () => {
    await startMove('{sl5}:bounced');
    const error = await rejection(client.incr('{sl5}:bounced'));
    expect(String(error)).toMatch(/Too many Cluster redirections. Last error: ReplyError: (ASK|MOVED)/);
    expect(certainlyNotExecuted(error)).toBe(true);
    await undo.pop()?.();
    expect(await client.get('{sl5}:bounced')).toBeNull();
  });

  test('was executed by no node, if it is a transaction', async () => {
    await client.set('{sl3}:count', '1');
    await startMove('{sl3}:count');
    const error = await rejection(client.multi().incr('{sl3}:count').incr('{sl3}:new').exec());
    expect(error).toBeInstanceOf(Error);
    expect(certainlyNotExecuted(error)).toBe(true);
    expect(await client.get('{sl3}:count')).toBe('1');
  });
});

describe('a script that meets the move of its slot in its middle', () => {
  test('is not certainly without effect', async () => {
    await client.hset('{sl6}:hash', 'field', '1');
    await client.set('{sl6}:gone', '1');
    await startMove('{sl6}:hash');
    const source = `redis.call('HSET', KEYS[1], 'field', '2')
      redis.call('DEL', KEYS[2])
      return redis.call('SET', KEYS[2], '2')`;
    const error = await rejection(client.eval(source, 2, '{sl6}:hash', '{sl6}:gone'));
    expect(String(error)).toContain('Script attempted to access a non local key');
    expect(await client.hget('{sl6}:hash', 'field')).toBe('2');
    expect(certainlyNotExecuted(error)).toBe(false);
  });

  test('is not the undo of a charge', async () => {
    const allowance = createAllowance(client);
    const charged = requestOf({ organizationId: '4711' });
    const { organizationId, hash, nonce } = charged;
    await allowance.seed(organizationId, NO_PAST);
    await allowance.spend(charged);
    // All keys of the script exist, as after a spooled batch was charged: so it runs although the slot moves.
    const answer = keys.answer(organizationId, hash, nonce);
    await client.set(answer, (await client.get(keys.record(organizationId, hash))) ?? '');
    await startMove(answer);
    await allowance.undo(charged);
    const { accepted = [] } = (await allowance.readLedger(organizationId)) ?? {};
    expect(accepted.map(({ count }) => count)).toEqual([0]);
    expect(await client.get(answer)).toBe('undone');
  });
});

/** Runs a command on one node, without redirections. */
async function onNode(index: number, command: string, ...args: (string | number)[]): Promise<unknown> {
  const node = new Redis(cluster.nodes[index]?.url ?? '');
  try {
    return await node.call(command, ...args);
  } finally {
    node.disconnect();
  }
}

/** Lets the owner of a key's slot send clients to another node for keys that it has not. That node knows nothing of it. */
async function startMove(key: string): Promise<void> {
  const owner = await cluster.ownerOf(key);
  const other = await onNode((owner + 1) % cluster.nodes.length, 'CLUSTER', 'MYID');
  await onNode(owner, 'CLUSTER', 'SETSLOT', slotOf(key), 'MIGRATING', String(other));
  undo.push(() => onNode(owner, 'CLUSTER', 'SETSLOT', slotOf(key), 'STABLE'));
}

function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
