import { connectWorkerRedis, shardKeys, type RedisServer } from '@sluice/redis';
import type { Logger } from '@sluice/runtime';

/** The connections of a queue shard's worker. */
export interface ShardConnections {
  readonly main: RedisServer;
  /** Blocks in Redis until there is a job; used for nothing else. */
  readonly blocking: RedisServer;
}

/** Where a shard's worker connects. */
export interface ShardPlace {
  readonly url: string;
  readonly shard: number;
  /** Shown in `CLIENT LIST` and in log lines. */
  readonly name: string;
  readonly logger: Logger;
}

/**
 * Opens both connections of a shard's worker, to the server that has the shard. They reconnect indefinitely; each logs one
 * line per loss and per return.
 */
export function connectShard({ url, shard, name, logger }: ShardPlace): ShardConnections {
  const key = shardKeys.counts(shard);
  return {
    main: connectWorkerRedis({ url, name, logger, key }),
    blocking: connectWorkerRedis({ url, name: `${name}:wait`, logger, key }),
  };
}

/** Whether both connections are up. */
export const areUsable = ({ main, blocking }: ShardConnections): boolean =>
  main.status === 'ready' && blocking.status === 'ready';

/** Disconnects both. */
export function disconnectShard({ main, blocking }: ShardConnections): void {
  // On a connection that has ended, ioredis would start a timer that keeps the process alive for two seconds.
  for (const client of [blocking, main]) if (client.status !== 'end') client.disconnect();
}
