import { expect, jest, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { waitFor, useRedis, useRedisCluster } from '@sluice/testkit';
import { closeRedis, connectPatientRedis, connectRedis, connectWorkerRedis } from './connectRedis.js';
import { isRedisUsable } from './watchHealth.js';

/** A closed connection leaves no socket, no timer, and no client on the server. */

jest.setTimeout(60_000);
const redis = useRedis();
const cluster = useRedisCluster();

const KINDS = ['TCPSocketWrap', 'TCPConnectWrap', 'Timeout'];

/** What keeps this process alive. */
const active = (): number => process.getActiveResourcesInfo().filter((kind) => KINDS.includes(kind)).length;

const urlOf = { server: () => redis.url, cluster: () => cluster.url };

test.each([
  ['a server', 'server', connectRedis],
  ['a server, patiently', 'server', connectPatientRedis],
  ['a cluster', 'cluster', connectRedis],
  ['a cluster, patiently', 'cluster', connectPatientRedis],
] as const)('a client closes its connections to %s', async (_what, kind, connect) => {
  const name = `closing-${kind}-${connect.name}`;
  await leavesNothing(async () => {
    const client = connect({ url: urlOf[kind](), name });
    await waitFor(() => isRedisUsable(client));
    expect(await connections(name)).toBeGreaterThan(0);
    await closeRedis(client);
    await waitFor(async () => (await connections(name)) === 0, { what: 'no connection' });
  });
});

test.each([
  ['a server', 'redis://127.0.0.1:1'],
  ['a cluster', 'redis+cluster://127.0.0.1:1'],
  ['sentinels', 'redis+sentinel://127.0.0.1:1/main'],
])('a client stops connecting to %s that is not there', async (_what, url) => {
  await leavesNothing(async () => {
    const client = connectRedis({ url, name: 'closing' });
    await client.ping().catch(() => undefined);
    await closeRedis(client);
  });
});

test.each([
  ['a server', () => redis.url],
  ['a cluster', () => cluster.url],
  ['a server that is not there', () => 'redis://127.0.0.1:1'],
  ['a cluster that is not there', () => 'redis+cluster://127.0.0.1:1'],
])('a worker closes its blocked connection to %s', async (_what, url) => {
  await leavesNothing(async () => {
    const client = connectWorkerRedis({ url: url(), name: 'closing-worker', key: '{sl0}:list' });
    const popped = client.blpop('{sl0}:empty', 0).catch(() => undefined);
    const isBlocked = async (): Promise<boolean> => (await connections('closing-worker')) > 0;
    if (!url().endsWith(':1')) await waitFor(isBlocked);
    client.disconnect();
    await popped;
    await waitFor(async () => (await connections('closing-worker')) === 0, { what: 'no connection' });
  });
});

test('a cluster is closed while one of its masters is down', async () => {
  await leavesNothing(async () => {
    const client = connectRedis({ url: cluster.url, name: 'closing-down' });
    await waitFor(() => isRedisUsable(client));
    await cluster.nodes[2]?.kill9();
    await waitFor(() => !isRedisUsable(client));
    await closeRedis(client);
    await cluster.nodes[2]?.restart();
    await cluster.settled();
    await waitFor(async () => (await connections('closing-down')) === 0, { what: 'no connection' });
  });
});

/** Connections by this name on all servers. */
async function connections(name: string): Promise<number> {
  let count = 0;
  for (const { url } of [redis, ...cluster.nodes]) {
    const client = new Redis(url);
    const list = String(await client.client('LIST'));
    count += list.split('\n').filter((line) => line.includes(` name=${name} `)).length;
    client.disconnect();
  }
  return count;
}

/** Runs `work`; resolves when it left nothing that keeps the process alive. */
async function leavesNothing(work: () => Promise<void>): Promise<void> {
  const before = active();
  await work();
  await waitFor(() => active() <= before, { what: 'the end of sockets and timers' });
}
