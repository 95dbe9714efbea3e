import { Redis, type RedisOptions } from 'ioredis';
import { backoffMs, type Credentials, type RedisAddress } from '@sluice/runtime';

/** Options of ioredis for one connection. */
export type ServerOptions = Omit<RedisOptions, 'replyMapping'>;

/** Pause before a connection is opened again. */
export const RECONNECT = { firstMs: 50, maxMs: 1_000 };

const SENTINEL_MS = 1_000;
const CONNECT_MS = 2_000;

/** Options of every connection to a Redis server. */
export const connectionOptions = (name: string): ServerOptions => ({
  connectionName: name,
  connectTimeout: CONNECT_MS,
  retryStrategy: (attempt) => backoffMs(attempt, RECONNECT),
});

/** Credentials and encryption of the connections to the servers of an address. */
export const accessOptions = ({ tls, username, password }: Credentials & { readonly tls: boolean }): ServerOptions => ({
  ...(username === undefined ? {} : { username }),
  ...(password === undefined ? {} : { password }),
  ...(tls ? { tls: {} } : {}),
});

/** Opens a connection to one server, or to the master that sentinels name each time it connects. */
export function openServer(address: Exclude<RedisAddress, { kind: 'cluster' }>, options: ServerOptions): Redis {
  if (address.kind === 'server') return new Redis(address.url, options);
  const { sentinels, master, database, sentinelCredentials, tls } = address;
  return new Redis({
    ...accessOptions(address),
    ...(tls ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    sentinels: [...sentinels],
    name: master,
    role: 'master',
    db: database,
    ...(sentinelCredentials.username === undefined ? {} : { sentinelUsername: sentinelCredentials.username }),
    ...(sentinelCredentials.password === undefined ? {} : { sentinelPassword: sentinelCredentials.password }),
    sentinelCommandTimeout: SENTINEL_MS,
    sentinelRetryStrategy: (attempt) => backoffMs(attempt, RECONNECT),
    ...options,
  });
}
