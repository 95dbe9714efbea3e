import { Redis } from 'ioredis';
import { connectPatientRedis, isRedisUsable, type RedisClient } from '@sluice/redis';
import type { Logger } from '@sluice/runtime';

/** BullMQ waits in Redis for at most 10 s; a peer that is silent for longer than this is gone, in milliseconds. */
const SILENCE_MS = 13_000;
const RECONNECT_MS = 1_000;

/** The connections of a lane's worker. */
export interface LaneConnections {
  readonly main: RedisClient;
  /** Waits in Redis for the next job; nothing else is sent on it. */
  readonly blocking: RedisClient;
}

/** Opens both connections of a lane's worker; they reconnect for ever and say so once, on behalf of `main`. */
export function connectLane(url: string, name: string, logger: Logger): LaneConnections {
  const main = connectPatientRedis({ url, name, logger });
  const blocking = new Redis(url, {
    connectionName: `${name}:wait`,
    connectTimeout: 2_000,
    maxRetriesPerRequest: null,
    socketTimeout: SILENCE_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), RECONNECT_MS),
  });
  // It fails together with `main`, which reports; without a listener ioredis would print each attempt.
  blocking.on('error', () => undefined);
  return { main, blocking };
}

/** Whether both connections are up and `main` answered lately. */
export const areUsable = ({ main, blocking }: LaneConnections): boolean =>
  isRedisUsable(main) && blocking.status === 'ready';

/** Cuts what is still connected. */
export function disconnectLane({ main, blocking }: LaneConnections): void {
  // On a connection that has ended, ioredis would start a timer that keeps the process alive for two seconds.
  for (const client of [blocking, main]) if (client.status !== 'end') client.disconnect();
}
