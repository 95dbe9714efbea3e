import { Redis } from 'ioredis';
import type { RedisClient } from '@sluice/redis';
import { backoffMs, type Logger } from '@sluice/runtime';

/** BullMQ blocks in Redis for at most 10 s. A peer that is silent for longer than this is disconnected, in milliseconds. */
const SILENCE_MS = 13_000;
const RECONNECT = { firstMs: 50, maxMs: 1_000 };

/** The connections of a queue shard's worker. */
export interface ShardConnections {
  readonly main: RedisClient;
  /** Blocks in Redis until there is a job; used for nothing else. */
  readonly blocking: RedisClient;
}

/** Opens both connections of a shard's worker. They reconnect indefinitely; each logs one line per loss and per return. */
export const connectShard = (url: string, name: string, logger: Logger): ShardConnections => ({
  main: connect(url, name, logger),
  blocking: connect(url, `${name}:wait`, logger),
});

/** Whether both connections are up. */
export const areUsable = ({ main, blocking }: ShardConnections): boolean =>
  main.status === 'ready' && blocking.status === 'ready';

/** Disconnects both. */
export function disconnectShard({ main, blocking }: ShardConnections): void {
  // On a connection that has ended, ioredis would start a timer that keeps the process alive for two seconds.
  for (const client of [blocking, main]) if (client.status !== 'end') client.disconnect();
}

/**
 * Opens a connection that waits for Redis indefinitely. It repeats commands that lost their answer, which ioredis would
 * otherwise never settle. Repeating is safe for every command of a worker: finishing or requeuing a job a second time
 * changes nothing, and a job that was acquired twice is acquired again when the first lock expires.
 */
function connect(url: string, name: string, logger: Logger): RedisClient {
  const client = new Redis(url, {
    connectionName: name,
    connectTimeout: 2_000,
    maxRetriesPerRequest: null,
    autoResendUnfulfilledCommands: true,
    socketTimeout: SILENCE_MS,
    retryStrategy: (attempt) => backoffMs(attempt, RECONNECT),
  });
  let lost = false;
  client.on('error', (error: Error) => {
    if (!lost) logger.warn({ connection: name, err: error }, 'connection to Redis lost');
    lost = true;
  });
  client.on('ready', () => {
    if (lost) logger.info({ connection: name }, 'connection to Redis restored');
    lost = false;
  });
  return client;
}
