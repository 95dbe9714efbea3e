import { installRedis, startLocalPostgres, startLocalRedis, type Report } from '@sluice/embedded';
import type { Component } from '@sluice/runtime';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { assertRedisAnswers } from '../assertAnswers.js';
import type { StandaloneConfig } from '../config.js';
import type { ServerUrls } from '../workers/protocol.js';
import { superviseServer, type SupervisedServer } from './superviseServer.js';

/** Callbacks for the state of the servers. */
export interface ServerListener {
  readonly report: Report;
  readonly onStarted: () => void;
  readonly onServerFailed: (reason: string) => void;
}

/** PostgreSQL and Redis, embedded or named by the settings. */
export interface Servers extends Component {
  readonly urls: () => ServerUrls;
  /** Process ids of the embedded servers by name. */
  readonly pids: () => Readonly<Record<string, number>>;
  /** Cancels starts in progress. Call `stop` afterwards. */
  readonly cancelStart: () => void;
  /** Kills the embedded servers; acknowledged events are kept. */
  readonly kill: () => void;
}

/** Returns both servers. They start in parallel; Redis stops first. External servers are not touched. */
export function createServers(config: StandaloneConfig, listener: ServerListener): Servers {
  const postgres = config.databaseUrl === undefined ? embeddedPostgres(config, listener) : undefined;
  const redis = config.redisUrl === undefined ? embeddedRedis(config, listener) : undefined;
  const stop = async (): Promise<void> => {
    await redis?.stop();
    await postgres?.stop();
  };
  return {
    urls: () => {
      const databaseUrl = config.databaseUrl ?? postgres?.current().url ?? '';
      const redisUrl = config.redisUrl ?? redis?.current().url ?? '';
      return { databaseUrl, redisUrl, redisQueueUrl: config.redisQueueUrl ?? redisUrl };
    },
    pids: () => ({
      ...(postgres === undefined ? {} : { postgres: postgres.current().pid }),
      ...(redis === undefined ? {} : { redis: redis.current().pid }),
    }),
    cancelStart: () => {
      redis?.cancelStart();
      postgres?.cancelStart();
    },
    kill: () => {
      redis?.kill();
      postgres?.kill();
    },
    start: async () => {
      const starts = await Promise.allSettled([postgres?.start(), redis?.start(), assertExternalRedis(config)]);
      const failed = starts.find((start) => start.status === 'rejected');
      if (failed === undefined) return;
      await stop();
      throw failed.reason;
    },
    stop,
  };
}

async function assertExternalRedis({ redisUrl, redisQueueUrl }: StandaloneConfig): Promise<void> {
  if (redisUrl !== undefined) await assertRedisAnswers('REDIS_URL', redisUrl);
  if (redisQueueUrl !== undefined) await assertRedisAnswers('REDIS_QUEUE_URL', redisQueueUrl);
}

function embeddedPostgres(config: StandaloneConfig, listener: ServerListener): SupervisedServer {
  const dataDir = path.join(config.dataDir, 'postgres');
  return superviseServer({
    name: 'PostgreSQL',
    launch: (port, control) =>
      startLocalPostgres({ dataDir, report: listener.report, ...control, ...(port === undefined ? {} : { port }) }),
    ...listener,
  });
}

function embeddedRedis(config: StandaloneConfig, listener: ServerListener): SupervisedServer {
  const dir = path.join(config.dataDir, 'redis');
  return superviseServer({
    name: 'Redis',
    launch: async (port, control) => {
      const { file } = await installRedis({ allowed: config.install, report: listener.report });
      return startLocalRedis({
        dir,
        program: file,
        password: await readOrCreatePassword(dir),
        maxMemoryBytes: config.redisMaxMemoryBytes,
        ...control,
        ...(port === undefined ? {} : { port }),
      });
    },
    ...listener,
  });
}

/**
 * Returns the password of the embedded Redis; creates it the first time. Other users of this machine can connect to its
 * port.
 */
async function readOrCreatePassword(dir: string): Promise<string> {
  const file = path.join(dir, 'password');
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known.trim() !== '') return known.trim();
  const password = randomBytes(24).toString('hex');
  await mkdir(dir, { recursive: true });
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}
