import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { startTcpProxy, startTestRedis, startTestRedisCluster, waitFor, type TcpProxy } from '@sluice/testkit';
import { certainlyNotExecuted } from './certainlyNotExecuted.js';
import { closeRedis, connectPatientRedis, connectRedis, connectWorkerRedis } from './connectRedis.js';
import type { RedisClient } from './redisClient.js';
import { isRedisUsable } from './watchHealth.js';

/** A connection that breaks after the server got a command and before the client got its answer. */

jest.setTimeout(60_000);

interface Place {
  /** Leads through the proxies. */
  readonly url: string;
  readonly proxies: readonly TcpProxy[];
  readonly stop: () => Promise<void>;
}

describe.each([
  ['one server', oneServer],
  ['a cluster', aCluster],
])('through a proxy to %s', (_name, start) => {
  let place: Place;
  const clients: RedisClient[] = [];
  beforeAll(async () => {
    place = await start();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map(closeRedis));
  });
  afterAll(() => place.stop());
  const lostReplies = (): number => place.proxies.reduce((sum, proxy) => sum + proxy.lostReplies(), 0);

  test.each([
    ['for requests', connectRedis],
    ['for background work', connectPatientRedis],
  ])('a connection %s sends no command twice, and is not certain of its end', async (_kind, connect) => {
    const key = `{${connect.name}}:count`;
    const client = await opened(connect);
    const error = await losing(`${key}\r\n`, () => client.incr(key));
    expect(error).toBeInstanceOf(Error);
    expect(certainlyNotExecuted(error)).toBe(false);
    await usable(client);
    expect(await client.get(key)).toBe('1');
  });

  test.each([
    ['for requests', connectRedis],
    ['for background work', connectPatientRedis],
  ])('a connection %s sends no transaction twice, and is not certain of its end', async (_kind, connect) => {
    const key = `{${connect.name}}:total`;
    const client = await opened(connect);
    const transaction = client.multi().incr(key).incr(key);
    const error = await losing(`${key}\r\n`, () => transaction.exec());
    expect(error).toBeInstanceOf(Error);
    expect(certainlyNotExecuted(error)).toBe(false);
    await usable(client);
    expect(['0', '2']).toContain((await client.get(key)) ?? '0');
  });

  test('a connection for background work sends commands that waited for it once', async () => {
    const client = await opened(connectPatientRedis);
    for (const proxy of place.proxies) proxy.cut();
    await waitFor(() => !isRedisUsable(client));
    const counted = client.incr('{waited}:count');
    for (const proxy of place.proxies) proxy.restore();
    const error = await rejection(counted);
    await usable(client);
    const times = Number(await client.get('{waited}:count'));
    // Its time may have been over before the connection was back; then it may not be sent later.
    expect(error === undefined ? [1] : [0, 1]).toContain(times);
    await client.ping();
    expect(Number(await client.get('{waited}:count'))).toBe(times);
  });

  test('a connection of a worker repeats the command, and settles it', async () => {
    const client = connectWorkerRedis({ url: place.url, name: 'test', key: '{worker}:count' });
    await client.set('{worker}:count', '0');
    const error = await losing('incr', () => client.incr('{worker}:count'));
    expect(error).toBeUndefined();
    expect(await client.get('{worker}:count')).toBe('2');
    client.disconnect();
  });

  async function opened(connect: typeof connectRedis): Promise<RedisClient> {
    const client = connect({ url: place.url, name: 'test', commandTimeoutMs: 2_000 });
    clients.push(client);
    await usable(client);
    return client;
  }

  /** Runs `work`, the answer to whose command with this text is lost. */
  async function losing(text: string, work: () => Promise<unknown>): Promise<unknown> {
    const before = lostReplies();
    for (const proxy of place.proxies) proxy.loseReplyTo(text);
    const result = await rejection(work());
    await waitFor(() => lostReplies() > before, { what: 'a lost answer' });
    return result;
  }

  function usable(client: RedisClient): Promise<true> {
    return waitFor(() => isRedisUsable(client), { what: 'a usable Redis' });
  }
});

async function oneServer(): Promise<Place> {
  const redis = await startTestRedis();
  const proxy = await startTcpProxy(redis.port);
  const stop = async (): Promise<void> => {
    await proxy.close();
    await redis.stop();
  };
  return { url: proxy.urlFor(redis.url), proxies: [proxy], stop };
}

/** Each node announces its proxy, so redirections and the list of slots lead through proxies too. */
async function aCluster(): Promise<Place> {
  const cluster = await startTestRedisCluster();
  const proxies = await Promise.all(cluster.nodes.map(({ port }) => startTcpProxy(port)));
  const ports = proxies.map((proxy) => new URL(proxy.urlFor('redis://localhost')).port);
  const admins = cluster.nodes.map(({ url }) => new Redis(url));
  for (const [index, admin] of admins.entries()) {
    await admin.config('SET', 'cluster-announce-port', ports[index] ?? '');
  }
  const announced = await Promise.all(
    admins.map((admin) =>
      waitFor(async () => {
        const ranges = await admin.cluster('SLOTS');
        return ranges.every((range) => ports.includes(String(range[2]?.[1])));
      }),
    ),
  );
  expect(announced).toHaveLength(cluster.nodes.length);
  for (const admin of admins) admin.disconnect();
  const stop = async (): Promise<void> => {
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await cluster.stop();
  };
  return { url: `redis+cluster://127.0.0.1:${ports[0]}`, proxies, stop };
}

function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
