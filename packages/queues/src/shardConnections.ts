import { connectWorkerRedis, type RedisClient } from '@sluice/redis';
import type { Logger } from '@sluice/runtime';

/** The connections of a queue shard's worker. */
export interface ShardConnections {
  readonly main: RedisClient;
  /** Blocks in Redis until there is a job; used for nothing else. */
  readonly blocking: RedisClient;
}

/** Opens both connections of a shard's worker. They reconnect indefinitely; each logs one line per loss and per return. */
export const connectShard = (url: string, name: string, logger: Logger): ShardConnections => ({
  main: connectWorkerRedis({ url, name, logger }),
  blocking: connectWorkerRedis({ url, name: `${name}:wait`, logger }),
});

/** Whether both connections are up. */
export const areUsable = ({ main, blocking }: ShardConnections): boolean =>
  main.status === 'ready' && blocking.status === 'ready';

/** Disconnects both. */
export function disconnectShard({ main, blocking }: ShardConnections): void {
  // On a connection that has ended, ioredis would start a timer that keeps the process alive for two seconds.
  for (const client of [blocking, main]) if (client.status !== 'end') client.disconnect();
}
