import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '@sluice/runtime';
import { isRedisUsable, watchHealth } from './watchHealth.js';
import { writeTogether } from './writeTogether.js';

/** Where and how to connect. */
export interface ConnectOptions {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  /** Shown in `CLIENT LIST` and in log lines. */
  readonly name: string;
  /** Milliseconds until a command without an answer is rejected; it may still have run. */
  readonly commandTimeoutMs?: number;
  /** Hears of lost and regained connections, once each. */
  readonly logger?: Logger;
}

/** Longest pause between two attempts to connect, in milliseconds. */
const MAX_RETRY_MS = 1_000;

/**
 * A connection for whoever has a client waiting: fails a command at once while there is no connection, never sends one
 * twice, gives up on an answer after `commandTimeoutMs` (1 s), reconnects for ever. Returns before it is connected.
 */
export function connectRedis(options: ConnectOptions): Redis {
  const commandTimeout = options.commandTimeoutMs ?? 1_000;
  return connect(options, { commandTimeout, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
}

/**
 * A connection for work in the background: a command waits for the connection to come (back), for at most
 * `commandTimeoutMs` (10 s) in all; it is never sent twice. Reconnects for ever. Not for blocking commands.
 */
export function connectPatientRedis(options: ConnectOptions): Redis {
  const commandTimeout = options.commandTimeoutMs ?? 10_000;
  return connect(options, { commandTimeout, enableOfflineQueue: true, maxRetriesPerRequest: null });
}

/** Closes a connection for good: what was sent gets its answer first, where Redis gives one. */
export async function closeRedis(client: Redis): Promise<void> {
  if (isRedisUsable(client)) await client.quit().catch(() => undefined);
  if (client.status !== 'end') client.disconnect();
}

function connect(
  { url, name, logger }: ConnectOptions,
  behaviour: Required<Pick<RedisOptions, 'commandTimeout' | 'enableOfflineQueue'>> &
    Pick<RedisOptions, 'maxRetriesPerRequest'>,
): Redis {
  const client = new Redis(url, {
    ...behaviour,
    connectionName: name,
    connectTimeout: 2_000,
    disconnectTimeout: 200,
    // A peer that went silent without closing would otherwise hold the connection for minutes.
    socketTimeout: (behaviour.commandTimeout ?? 0) + 2_000,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), MAX_RETRY_MS) + Math.random() * 50,
    // After a failover the old primary answers, but refuses writes: look for the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  writeTogether(client);
  watchHealth(client);
  reportState(client, name, logger);
  return client;
}

/** One line for each loss and each return. Without an `error` listener ioredis would print every attempt. */
function reportState(client: Redis, name: string, logger: Logger | undefined): void {
  let lost = false;
  client.on('error', (error: Error) => {
    if (!lost) logger?.warn({ connection: name, err: error }, 'redis is away, reconnecting');
    lost = true;
  });
  client.on('ready', () => {
    if (lost) logger?.info({ connection: name }, 'redis is back');
    lost = false;
  });
}
