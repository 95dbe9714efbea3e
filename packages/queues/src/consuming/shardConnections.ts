import { Redis } from 'ioredis';
import type { RedisClient } from '@sluice/redis';
import type { Logger } from '@sluice/runtime';

/** BullMQ waits in Redis for at most 10 s; a peer that is silent for longer than this is gone, in milliseconds. */
const SILENCE_MS = 13_000;
const LONGEST_RETRY_MS = 1_000;

/** The connections of a shard's worker. */
export interface ShardConnections {
  readonly main: RedisClient;
  /** Waits in Redis for the next job; nothing else is sent on it. */
  readonly blocking: RedisClient;
}

/** Opens both connections of a shard's worker; they reconnect for ever, and each says so once. */
export const connectShard = (url: string, name: string, logger: Logger): ShardConnections => ({
  main: connect(url, name, logger),
  blocking: connect(url, `${name}:wait`, logger),
});

/** Whether both connections are up. */
export const areUsable = ({ main, blocking }: ShardConnections): boolean =>
  main.status === 'ready' && blocking.status === 'ready';

/** Cuts what is still connected. */
export function disconnectShard({ main, blocking }: ShardConnections): void {
  // On a connection that has ended, ioredis would start a timer that keeps the process alive for two seconds.
  for (const client of [blocking, main]) if (client.status !== 'end') client.disconnect();
}

/**
 * A worker's connection waits for Redis as long as it takes. It sends again what lost its answer (ioredis would leave it
 * hanging otherwise), which is safe for everything a worker sends: a job that was finished or put back is not there any
 * more, and a job taken twice leaves one whose lock runs out.
 */
function connect(url: string, name: string, logger: Logger): RedisClient {
  const client = new Redis(url, {
    connectionName: name,
    connectTimeout: 2_000,
    maxRetriesPerRequest: null,
    autoResendUnfulfilledCommands: true,
    socketTimeout: SILENCE_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), LONGEST_RETRY_MS) + Math.random() * 50,
  });
  let lost = false;
  client.on('error', (error: Error) => {
    if (!lost) logger.warn({ connection: name, err: error }, 'redis is away, reconnecting');
    lost = true;
  });
  client.on('ready', () => {
    if (lost) logger.info({ connection: name }, 'redis is back');
    lost = false;
  });
  return client;
}
