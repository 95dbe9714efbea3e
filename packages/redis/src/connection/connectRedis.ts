import { Cluster, type Redis } from 'ioredis';
import { parseRedisUrl, withTimeout, type Logger } from '@sluice/runtime';
import { openCluster } from './openCluster.js';
import { accessOptions, connectionOptions, openServer, type ServerOptions } from './openServer.js';
import { followMaster } from './followMaster.js';
import { slotOf, type RedisClient } from './redisClient.js';
import { reportState } from './reportState.js';
import { slotConnector, type FollowedSlot } from './slotConnector.js';
import { isRedisUsable, watchHealth } from './watchHealth.js';
import { writeTogether } from './writeTogether.js';

/** Where and how to connect. */
export interface ConnectOptions {
  /** `redis://`, `redis+cluster://` or `redis+sentinel://`, each also with `rediss`: see `parseRedisUrl`. */
  readonly url: string;
  /** Shown in `CLIENT LIST` and in log lines. */
  readonly name: string;
  /** Milliseconds until a command without a response is rejected; it may still have run. */
  readonly commandTimeoutMs?: number;
  /** Gets one line per lost and per restored connection. */
  readonly logger?: Logger;
}

/** BullMQ blocks in Redis for at most 10 s. A peer that is silent for longer than this is disconnected, in milliseconds. */
const BLOCKING_SILENCE_MS = 13_000;

/** How long answers to the last commands may take when a connection is closed, in milliseconds. */
const QUIT_MS = 2_000;

/**
 * Opens a connection for requests. A command fails at once while there is no connection, is never sent twice unless Redis
 * said that it did not run it, and is rejected without a response after `commandTimeoutMs` (default 1,000). Reconnects
 * indefinitely. Returns before it is connected: see `isRedisUsable`.
 */
export function connectRedis(options: ConnectOptions): RedisClient {
  return connect(options, { commandTimeoutMs: options.commandTimeoutMs ?? 1_000, failFast: true });
}

/**
 * Opens a connection for background work. A command waits for the connection, for at most `commandTimeoutMs` (default
 * 10,000) in all, and is never sent twice unless Redis said that it did not run it. Reconnects indefinitely. Not for
 * blocking commands.
 */
export function connectPatientRedis(options: ConnectOptions): RedisClient {
  return connect(options, { commandTimeoutMs: options.commandTimeoutMs ?? 10_000, failFast: false });
}

/** Closes a connection. Commands that were sent get their answers first, if Redis still answers. Never rejects. */
export async function closeRedis(client: RedisClient): Promise<void> {
  if (client instanceof Cluster) {
    // Without this, `quit` would connect to nodes that were never used.
    for (const node of client.nodes()) if (node.status === 'wait') node.disconnect();
  }
  if (isRedisUsable(client)) await withTimeout(client.quit(), QUIT_MS).catch(() => undefined);
  if (client.status !== 'end') client.disconnect();
}

/** Where a worker connects. */
export interface WorkerConnectOptions extends Omit<ConnectOptions, 'commandTimeoutMs'> {
  /** A key of the worker's queue. In a cluster, the connection leads to the master of its slot, wherever that moves. */
  readonly key: string;
}

/**
 * Opens a connection for BullMQ's workers, also for blocking commands. A command waits for Redis indefinitely and is
 * repeated if its answer is lost; ioredis would otherwise never settle it. Use it only for commands that may run twice:
 * finishing or requeuing a job a second time changes nothing, and a job that was acquired twice is acquired again when
 * the first lock expires.
 */
export function connectWorkerRedis({ url, name, logger, key }: WorkerConnectOptions): Redis {
  const address = parseRedisUrl(url);
  const options: ServerOptions = {
    ...connectionOptions(name),
    maxRetriesPerRequest: null,
    autoResendUnfulfilledCommands: true,
    socketTimeout: BLOCKING_SILENCE_MS,
  };
  let client: Redis;
  if (address.kind === 'cluster') {
    const access = accessOptions(address);
    const followed: FollowedSlot = { slot: slotOf(key), nodes: address.nodes, access };
    const follow = followMaster((node) => (followed.redirectedTo = node));
    client = openServer(SAME_HOST, {
      ...options,
      ...access,
      reconnectOnError: follow,
      Connector: slotConnector(followed),
    });
  } else {
    client = openServer(address, { ...options, reconnectOnError: followMaster() });
  }
  reportState(client, name, logger);
  return client;
}

/** Replaced by the connector. */
const SAME_HOST = { kind: 'server', url: 'redis://localhost' } as const;

interface Behavior {
  readonly commandTimeoutMs: number;
  /** Whether a command fails at once without a connection; otherwise it waits. */
  readonly failFast: boolean;
}

function connect({ url, name, logger }: ConnectOptions, { commandTimeoutMs, failFast }: Behavior): RedisClient {
  const address = parseRedisUrl(url);
  const options: ServerOptions = {
    ...connectionOptions(name),
    commandTimeout: commandTimeoutMs,
    maxRetriesPerRequest: failFast ? 0 : null,
    disconnectTimeout: 200,
    // Without this, a peer that stops answering without closing keeps the connection for minutes.
    socketTimeout: commandTimeoutMs + 2_000,
    autoResendUnfulfilledCommands: false,
  };
  if (address.kind === 'cluster') {
    const node = { ...options, ...accessOptions(address) };
    return openCluster(address.nodes, { name, logger }, { failFast, commandTimeoutMs, node });
  }
  const client = openServer(address, {
    ...options,
    enableOfflineQueue: !failFast,
    // After a failover the old master answers but rejects writes: reconnect to the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  reportState(client, name, logger);
  writeTogether(client);
  watchHealth(client);
  return client;
}
