import { Redis, type RedisOptions } from 'ioredis';
import { backoffMs, type Logger } from '@sluice/runtime';
import { isRedisUsable, watchHealth } from './watchHealth.js';
import { writeTogether } from './writeTogether.js';

/** Where and how to connect. */
export interface ConnectOptions {
  /** `redis://` or `rediss://`. */
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

const RECONNECT = { firstMs: 50, maxMs: 1_000 };

/**
 * Opens a connection for requests. A command fails at once while there is no connection, is never sent twice, and is
 * rejected without a response after `commandTimeoutMs` (default 1,000). Reconnects indefinitely. Returns before it is
 * connected: see `isRedisUsable`.
 */
export function connectRedis(options: ConnectOptions): Redis {
  const commandTimeout = options.commandTimeoutMs ?? 1_000;
  return connect(options, { commandTimeout, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
}

/**
 * Opens a connection for background work. A command waits for the connection, for at most `commandTimeoutMs` (default
 * 10,000) in all, and is never sent twice. Reconnects indefinitely. Not for blocking commands.
 */
export function connectPatientRedis(options: ConnectOptions): Redis {
  const commandTimeout = options.commandTimeoutMs ?? 10_000;
  return connect(options, { commandTimeout, enableOfflineQueue: true, maxRetriesPerRequest: null });
}

/** Closes a connection. Commands that were sent get their answers first, if Redis still answers. Never rejects. */
export async function closeRedis(client: Redis): Promise<void> {
  if (isRedisUsable(client)) await client.quit().catch(() => undefined);
  if (client.status !== 'end') client.disconnect();
}

/**
 * Opens a connection for BullMQ's workers, also for blocking commands. A command waits for Redis indefinitely and is
 * repeated if its answer is lost; ioredis would otherwise never settle it. Use it only for commands that may run twice:
 * finishing or requeuing a job a second time changes nothing, and a job that was acquired twice is acquired again when
 * the first lock expires.
 */
export function connectWorkerRedis(options: Omit<ConnectOptions, 'commandTimeoutMs'>): Redis {
  return open(options, {
    maxRetriesPerRequest: null,
    autoResendUnfulfilledCommands: true,
    socketTimeout: BLOCKING_SILENCE_MS,
  });
}

type Behavior = Required<Pick<RedisOptions, 'commandTimeout' | 'enableOfflineQueue'>> &
  Pick<RedisOptions, 'maxRetriesPerRequest'>;

function connect(options: ConnectOptions, behavior: Behavior): Redis {
  const client = open(options, {
    ...behavior,
    disconnectTimeout: 200,
    // Without this, a peer that stops answering without closing keeps the connection for minutes.
    socketTimeout: (behavior.commandTimeout ?? 0) + 2_000,
    autoResendUnfulfilledCommands: false,
    // After a failover the old primary answers but rejects writes: reconnect to the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  writeTogether(client);
  watchHealth(client);
  return client;
}

function open({ url, name, logger }: ConnectOptions, behavior: Omit<RedisOptions, 'replyMapping'>): Redis {
  const client = new Redis(url, {
    connectionName: name,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => backoffMs(attempt, RECONNECT),
    ...behavior,
  });
  reportState(client, name, logger);
  return client;
}

/** Logs one line per loss and per return. Without an `error` listener ioredis would print every attempt. */
function reportState(client: Redis, name: string, logger: Logger | undefined): void {
  let lost = false;
  client.on('error', (error: Error) => {
    if (!lost) logger?.warn({ connection: name, err: error }, 'connection to Redis lost');
    lost = true;
  });
  client.on('ready', () => {
    if (lost) logger?.info({ connection: name }, 'connection to Redis restored');
    lost = false;
  });
}
