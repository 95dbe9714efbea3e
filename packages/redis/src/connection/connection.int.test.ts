import { afterEach, describe, expect, test } from '@jest/globals';
import { startTestRedis, waitFor, type TestRedis } from '@sluice/testkit';
import { NO_PAST, requestOf } from '../testing/requests.js';
import { createAllowance } from '../allowance/createAllowance.js';
import { addScript, defineScript, runScript } from '../script.js';
import { certainlyNotExecuted } from './certainlyNotExecuted.js';
import { closeRedis, connectPatientRedis, connectRedis } from './connectRedis.js';
import type { RedisClient } from './redisClient.js';
import { isRedisUsable } from './watchHealth.js';

/** Something short that is defined like any other script. */
const SEED = defineScript('seed', 1);

let server: TestRedis | undefined;
const clients: RedisClient[] = [];

const usable = (client: RedisClient): Promise<true> => waitFor(() => isRedisUsable(client), { what: 'a usable Redis' });

afterEach(async () => {
  server?.thaw();
  await Promise.all(clients.splice(0).map(closeRedis));
  await server?.stop();
  server = undefined;
});

describe('a connection for requests', () => {
  test('fails at once without a server, certain that nothing was executed', async () => {
    const client = opened(connectRedis({ url: 'redis://127.0.0.1:1', name: 'test' }));
    const error = await rejection(client.ping());
    expect(certainlyNotExecuted(error)).toBe(true);
    expect(isRedisUsable(client)).toBe(false);
  });

  test('reconnects, and loads the scripts before it is usable', async () => {
    const { url, restart } = await started();
    const client = opened(connectRedis({ url, name: 'test' }));
    await usable(client);
    await restart();
    await client.ping().catch(() => undefined);
    await usable(client);
    expect(await client.script('EXISTS', SEED.sha)).toEqual([1]);
    const transaction = addScript(client.multi().set('a', 1), SEED, ['{a}:ledger'], ['epoch', 0, 0]);
    expect(await transaction.exec()).toEqual([
      [null, 'OK'],
      [null, 1],
    ]);
  });

  test('times out on a frozen server, and is uncertain about the result', async () => {
    const { url, freeze } = await started();
    const client = opened(connectRedis({ url, name: 'test', commandTimeoutMs: 200 }));
    await usable(client);
    freeze();
    const error = await rejection(client.incr('a'));
    expect(String(error)).toContain('timed out');
    expect(certainlyNotExecuted(error)).toBe(false);
    await waitFor(() => !isRedisUsable(client), { what: 'the connection to count as dead' });
  });

  test('a call repeated after an ambiguous end is charged once', async () => {
    const { url, freeze, thaw } = await started();
    const client = opened(connectRedis({ url, name: 'test', commandTimeoutMs: 200 }));
    await usable(client);
    const allowance = createAllowance(client);
    await allowance.seed('1', NO_PAST);
    for (const changes of [{}, { hash: 'b'.repeat(64), eventsPerHour: 0 }]) {
      freeze();
      expect(String(await rejection(allowance.spend(requestOf(changes))))).toContain('timed out');
      thaw();
      const reply = await waitFor(() => allowance.spend(requestOf(changes)));
      expect(reply.kind).toBe('recorded');
    }
    const { accepted = [], refusals = [] } = (await allowance.readLedger('1')) ?? {};
    expect([...accepted, ...refusals].map(({ count }) => count)).toEqual([1, 1]);
  });
});

describe('a connection for work in the background', () => {
  test('waits for its server', async () => {
    const redis = await started();
    await redis.shutdown();
    const client = opened(connectPatientRedis({ url: redis.url, name: 'test' }));
    const pong = client.ping();
    await redis.restart();
    expect(await pong).toBe('PONG');
  });

  test('counts as unusable when the server is silent, long before the socket closes', async () => {
    const { url, freeze } = await started();
    const client = opened(connectPatientRedis({ url, name: 'test' }));
    await usable(client);
    freeze();
    await waitFor(() => !isRedisUsable(client), { what: 'the connection to count as dead' });
    expect(client.status).toBe('ready');
  });

  test('does not wait indefinitely', async () => {
    const client = opened(connectPatientRedis({ url: 'redis://127.0.0.1:1', name: 'test', commandTimeoutMs: 100 }));
    expect(String(await rejection(client.ping()))).toContain('timed out');
  });
});

describe('a script', () => {
  test('is sent again to a server that has lost it', async () => {
    const { url } = await started();
    const client = opened(connectPatientRedis({ url, name: 'test' }));
    await usable(client);
    await client.script('FLUSH');
    expect(await runScript(client, SEED, ['{a}:ledger'], ['epoch', 0, 0])).toBe(1);
  });

  test('takes exactly the number of keys in its file name', async () => {
    const client = opened(connectRedis({ url: 'redis://127.0.0.1:1', name: 'test' }));
    await expect(runScript(client, SEED, [], [])).rejects.toThrow('takes 1 keys');
  });

  test('that fails changed nothing, for certain', async () => {
    const { url } = await started();
    const client = opened(connectPatientRedis({ url, name: 'test' }));
    const error = await rejection(runScript(client, SEED, ['{a}:ledger'], []));
    expect(certainlyNotExecuted(error)).toBe(true);
  });
});

async function started(): Promise<TestRedis> {
  server = await startTestRedis();
  return server;
}

function opened(client: RedisClient): RedisClient {
  clients.push(client);
  return client;
}

async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
