import { findRedisServer, freePort, spawnServer, stopProcesses } from '@sluice/embedded';
import { Redis } from 'ioredis';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestRedis, type TestRedis } from './startTestRedis.js';
import { testDirectory } from './testDirectory.js';
import { waitFor } from './waitFor.js';

/** A private master with a replica, and three sentinels that watch them. */
export interface TestRedisSentinels {
  /** `redis+sentinel://…/<master>` with the addresses of all sentinels. */
  readonly url: string;
  /** Both servers; the first one is the master at the start. */
  readonly servers: readonly [TestRedis, TestRedis];
  /** Port of the master that the sentinels name. */
  readonly masterPort: () => Promise<number>;
  /** Resolves when the replica has everything that the master acknowledged until now. */
  readonly replicated: () => Promise<void>;
  /** Lets the sentinels promote the replica while the master runs; resolves when they name it. */
  readonly failOver: () => Promise<void>;
  /** Resolves when the sentinels name another master than the one with this port. */
  readonly promoted: (from: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const NAME = 'main';
const SENTINELS = 3;
const FAILOVER_MS = 60_000;
const DOWN_AFTER_MS = 1_000;

interface Sentinel {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Starts two servers and three sentinels on free ports of the loopback interface. */
export async function startTestRedisSentinels(): Promise<TestRedisSentinels> {
  const master = await startTestRedis();
  const stops = [master.stop];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const replica = await startTestRedis({ conf: { replicaof: `127.0.0.1 ${master.port}` } });
    stops.push(replica.stop);
    await waitFor(() =>
      ask(master.port, async (client) => (await client.info('replication')).includes('state=online')),
    );
    const sentinels: Sentinel[] = [];
    for (let index = 0; index < SENTINELS; index += 1) {
      const sentinel = await startSentinel(master.port);
      stops.push(sentinel.stop);
      sentinels.push(sentinel);
    }
    const ports = sentinels.map(({ port }) => port);
    await waitFor(() => knowEachOther(ports), { what: 'sentinels that know each other', timeoutMs: FAILOVER_MS });
    const masterPort = (): Promise<number> => namedMaster(ports);
    const promoted = async (from: number): Promise<void> => {
      const isOther = async (): Promise<boolean> => (await masterPort()) !== from;
      await waitFor(isOther, { what: 'another master', timeoutMs: FAILOVER_MS });
    };
    return {
      url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${NAME}`,
      servers: [master, replica],
      masterPort,
      replicated: async () => {
        const port = await masterPort();
        await waitFor(() => ask(port, async (client) => (await client.wait(1, 100)) >= 1), { what: 'the replica' });
      },
      failOver: async () => {
        const before = await masterPort();
        // Refused while an earlier failover is not over.
        await waitFor(() => ask(ports[0] ?? 0, (client) => client.call('SENTINEL', 'FAILOVER', NAME)));
        await promoted(before);
      },
      promoted,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startSentinel(masterPort: number): Promise<Sentinel> {
  const program = await findRedisServer();
  if (program === undefined) throw new Error('no redis-server on the path');
  const dir = await testDirectory('sentinel');
  const port = await freePort();
  const conf = join(dir, 'sentinel.conf');
  const lines = [
    ...['bind 127.0.0.1', `port ${port}`, `dir "${dir}"`, `sentinel monitor ${NAME} 127.0.0.1 ${masterPort} 2`],
    ...[`sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`, `sentinel failover-timeout ${NAME} 5000`],
  ];
  await writeFile(conf, `${lines.join('\n')}\n`);
  const logFile = join(dir, 'sentinel.log');
  const server = await spawnServer({ file: program.file, args: [conf, '--sentinel'], cwd: dir, logFile });
  await waitFor(() => ask(port, (client) => client.ping()), { what: 'a sentinel' });
  return {
    port,
    stop: async () => {
      await stopProcesses(server.exit() === undefined ? [server.pid] : [], [{ signal: 'SIGKILL', waitMs: 5_000 }]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function knowEachOther(ports: readonly number[]): Promise<boolean> {
  const states = await Promise.all(
    ports.map((port) => ask(port, (client) => client.call('SENTINEL', 'MASTER', NAME) as Promise<string[]>)),
  );
  return states.every((state) => {
    const field = (name: string): string | undefined => state[state.indexOf(name) + 1];
    return field('num-other-sentinels') === String(SENTINELS - 1) && field('num-slaves') === '1';
  });
}

/** The master that most sentinels name. */
async function namedMaster(ports: readonly number[]): Promise<number> {
  const named = await Promise.all(
    ports.map((port) =>
      ask(port, async (client) => {
        const [, master] = (await client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)) as string[];
        return Number(master);
      }),
    ),
  );
  return named.find((port) => named.filter((other) => other === port).length * 2 > named.length) ?? NaN;
}

async function ask<T>(port: number, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(port, { retryStrategy: () => null, maxRetriesPerRequest: 0, connectTimeout: 2_000 });
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}
