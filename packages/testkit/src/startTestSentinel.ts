import { findRedisServer, freePort, spawnServer, stopProcesses } from '@sluice/embedded';
import { Redis } from 'ioredis';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RedisSecurity } from './createRedisSecurity.js';
import { testDirectory } from './testDirectory.js';
import { waitFor } from './waitFor.js';

/** A sentinel that watches {@link SENTINEL_MASTER}. */
export interface TestSentinel {
  /** Where clients connect: with TLS if it has `security`. */
  readonly clientPort: number;
  /** Runs `work` with a connection to it. */
  readonly ask: <T>(work: (client: Redis) => Promise<T>) => Promise<T>;
  /** Ends it with SIGTERM and starts it again with what it knew. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Name by which the sentinels know the master. */
export const SENTINEL_MASTER = 'main';
const DOWN_AFTER_MS = 1_000;

/** Starts a sentinel on a free port of the loopback interface. @param masterPort where other servers reach the master */
export async function startTestSentinel(masterPort: number, security?: RedisSecurity): Promise<TestSentinel> {
  const program = await findRedisServer();
  if (program === undefined) throw new Error('no redis-server on the path');
  const dir = await testDirectory('sentinel');
  const port = await freePort();
  const tlsPort = security === undefined ? undefined : await freePort();
  const conf = join(dir, 'sentinel.conf');
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir "${dir}"`,
    `sentinel monitor ${SENTINEL_MASTER} 127.0.0.1 ${masterPort} 2`,
    `sentinel down-after-milliseconds ${SENTINEL_MASTER} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${SENTINEL_MASTER} 5000`,
    ...(security === undefined ? [] : securedLines(security, tlsPort)),
  ];
  await writeFile(conf, `${lines.join('\n')}\n`);
  const ask: TestSentinel['ask'] = (work) => onSentinel(port, security?.sentinelPassword, work);
  const start = async (): ReturnType<typeof spawnServer> => {
    const logFile = join(dir, 'sentinel.log');
    const started = await spawnServer({ file: program.file, args: [conf, '--sentinel'], cwd: dir, logFile });
    await waitFor(() => ask((client) => client.ping()), { what: 'a sentinel' });
    return started;
  };
  let server = await start();
  const end = (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> =>
    stopProcesses(server.exit() === undefined ? [server.pid] : [], [{ signal, waitMs: 5_000 }]);
  return {
    clientPort: tlsPort ?? port,
    ask,
    restart: async () => {
      await end('SIGTERM');
      server = await start();
    },
    stop: async () => {
      await end('SIGKILL');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function securedLines(
  { certificate, sentinelPassword }: RedisSecurity,
  tlsPort: number | undefined,
): readonly string[] {
  return [
    ...Object.entries(certificate).map(([name, value]) => `${name} ${value}`),
    `tls-port ${tlsPort}`,
    `requirepass ${sentinelPassword}`,
    `sentinel sentinel-pass ${sentinelPassword}`,
  ];
}

async function onSentinel<T>(
  port: number,
  password: string | undefined,
  work: (client: Redis) => Promise<T>,
): Promise<T> {
  const client = new Redis({
    port,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    ...(password === undefined ? {} : { password }),
  });
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}
