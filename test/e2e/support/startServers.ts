import { join } from 'node:path';
import { startLocalPostgres, startLocalRedis, type PostgresSettings, type RedisSettings } from '@sluice/embedded';
import type { TestRedisClusterOptions } from '@sluice/testkit/startTestRedisCluster';
import { freePort } from './freePort.js';

/** A database server that can be stopped and restarted at the same address. */
export interface ServerHandle {
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Differences from one PostgreSQL and one Redis with the usual settings. */
export interface ServersOptions {
  readonly postgresSettings?: PostgresSettings;
  readonly redisSettings?: RedisSettings;
  /**
   * A Citus cluster in place of one PostgreSQL: of a coordinator and two nodes, or the one of `CITUS_URL`, in which a database is
   * made.
   */
  readonly citus?: boolean;
  /** Redis Cluster of three masters in place of one server. */
  readonly redisCluster?: boolean | TestRedisClusterOptions;
}

async function startRedis(dataDir: string, { redisSettings = {}, redisCluster = false }: ServersOptions) {
  if (redisCluster !== false) {
    const { startTestRedisCluster } = await import('@sluice/testkit/startTestRedisCluster');
    const cluster = await startTestRedisCluster({
      conf: redisSettings,
      ...(redisCluster === true ? {} : redisCluster),
    });
    return { url: cluster.url, cluster, handle: { stop: cluster.stop, start: () => Promise.resolve() } };
  }
  const options = { dir: join(dataDir, 'redis'), port: await freePort(), settings: redisSettings };
  let redis = await startLocalRedis(options);
  return {
    url: redis.url,
    cluster: undefined,
    handle: {
      stop: () => redis.stop(),
      async start() {
        redis = await startLocalRedis(options);
      },
    },
  };
}

async function startCitus() {
  const { startTestCitus } = await import('@sluice/testkit/startTestCitus');
  const { citusDatabases } = await import('@sluice/testkit/citusDatabases');
  const { CITUS_URL: existing } = process.env;
  const citus = existing === undefined ? await startTestCitus() : undefined;
  const databases = await citusDatabases(existing ?? citus?.url ?? '');
  const name = `sluice_${Date.now()}`;
  return {
    url: await databases.create(name),
    citus,
    handle: {
      stop: async () => {
        if (citus === undefined) await databases.drop(name);
        else await citus.stop();
      },
      start: () => Promise.resolve(),
    },
  };
}

async function startPostgres(dataDir: string, { citus = false, postgresSettings = {} }: ServersOptions) {
  if (citus) return startCitus();
  const postgresOptions = {
    dataDir: join(dataDir, 'postgres'),
    port: await freePort(),
    settings: postgresSettings,
  };
  let postgres = await startLocalPostgres(postgresOptions);
  return {
    url: postgres.url,
    citus: undefined,
    handle: {
      stop: () => postgres.stop(),
      async start() {
        postgres = await startLocalPostgres(postgresOptions);
      },
    },
  };
}

/** Starts the database servers of a system on free ports. */
export async function startServers(dataDir: string, options: ServersOptions) {
  const { url: databaseUrl, handle: postgres, citus } = await startPostgres(dataDir, options);
  const { url: redisUrl, handle: redis, cluster } = await startRedis(dataDir, options);
  return { databaseUrl, redisUrl, redis, cluster, postgres, citus };
}
