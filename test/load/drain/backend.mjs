// Environment of a drain: servers, a gateway that fills queues, event generators, and a reset to empty tables.
import { Redis } from 'ioredis';
import { startGenerator } from '../endToEnd/startGenerator.mjs';
import { openDepth } from '../endToEnd/watch.mjs';
import { keeping } from '../support/keeping.mjs';
import { COMMIT_TIMES, makeProjects, openDatabase, startServers } from '../support/servers.mjs';
import { startService } from '../support/services.mjs';

const DAY_MS = 86_400_000;
const CONNECTIONS = 32;
/** Tables of tenants are kept; all others are emptied. */
const KEPT = ['users', 'organizations', 'projects', 'project_keys', 'daily_salts', 'schema_migrations'];

/** Runs `use` with a backend of `projects` projects in `shards` queue shards. */
export const withDrainBackend = (directory, { projects: count = 1, shards = 1 }, use) =>
  keeping(async (keep) => {
    const { env: addresses, postgres, redis } = await keep(startServers(directory, { postgresSettings: COMMIT_TIMES }));
    const env = { ...addresses, QUEUE_SHARDS: String(shards) };
    const db = await keep(openDatabase(env.DATABASE_URL));
    await makePartitions(db);
    const projects = await makeProjects(env.DATABASE_URL, count);
    const queues = new Redis(env.REDIS_URL);
    await keep({ stop: () => queues.disconnect() });
    const depth = await keep(openDepth(env.REDIS_URL, shards));
    const gateway = await keep(startService('gateway', { env }));
    let firstSerial = 1;
    /** Forgets every queued job, record and ledger. */
    const emptyRedis = () => queues.flushall('SYNC');
    return use({
      directory,
      env,
      db,
      pids: { postgres: postgres.pid, redis: redis.pid },
      projects,
      depth,
      emptyRedis,
      /** Runs `use` with a generator of batches of `kinds` with new serials. */
      withGenerator: async (kinds, useGenerator, { variety, port = gateway.port } = {}) => {
        const keys = projects.map(({ key }) => key);
        const generator = await startGenerator({ port, keys, connections: CONNECTIONS, kinds, variety, firstSerial });
        try {
          return await useGenerator(generator);
        } finally {
          firstSerial = await generator.nextSerial();
          await generator.stop();
        }
      },
      empty: async () => {
        await emptyRedis();
        await truncateEvents(db);
      },
    });
  });

/** Makes today's and tomorrow's partitions of every table. */
export async function makePartitions(db) {
  const { ensurePartitions, PARTITIONED_TABLES } = await import('../../../packages/db/dist/index.js');
  const now = Date.now();
  await ensurePartitions(db, {
    tables: PARTITIONED_TABLES,
    interval: 'day',
    fromMs: now,
    throughMs: now + DAY_MS,
  });
}

async function truncateEvents(db) {
  const { rows } = await db.pool.query(
    `select string_agg(format('%I', relname), ', ') as names from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all($1)`,
    [KEPT],
  );
  await db.pool.query(`truncate ${rows[0].names}`);
}
