// What a drain needs: servers, a gateway that fills queues, generators for it, and a way back to empty tables.
import { openDepth } from '../endToEnd/watch.mjs';
import { makeProjects, startServers } from '../endToEnd/servers.mjs';
import { startGenerator } from '../endToEnd/startGenerator.mjs';

const REDIS_BYTES = 6 * 2 ** 30;
const DAY_MS = 86_400_000;
const CONNECTIONS = 32;
/** What tenants are made of stays; everything else is made by events. */
const KEPT = ['organizations', 'projects', 'project_keys', 'tokens', 'daily_salts', 'schema_migrations'];

/** @param projects how many to make */
export async function startDrainBackend(directory, { projects: count = 1 } = {}) {
  const servers = await startServers(directory, { redisBytes: REDIS_BYTES });
  const undo = [servers.stop];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const { ensurePartitions, PARTITIONED_TABLES } = await import('../../../packages/db/dist/index.js');
    const now = Date.now();
    await ensurePartitions(servers.db, {
      tables: PARTITIONED_TABLES,
      interval: 'day',
      fromMs: now,
      throughMs: now + DAY_MS,
    });
    const projects = await makeProjects(servers.db, count);
    const depth = await openDepth(servers.redisUrl);
    undo.push(depth.close);
    const gateway = await servers.startService('gateway');
    undo.push(gateway.stop);
    let firstSerial = 1;
    return {
      ...servers,
      projects,
      depth,
      gateway,
      /** Runs `use` with a generator of batches of `kinds` whose serials nobody had before. */
      withGenerator: async (kinds, use, { variety, keys = projects.map(({ key }) => key) } = {}) => {
        const load = { port: gateway.port, keys, connections: CONNECTIONS, kinds, variety, firstSerial };
        const generator = await startGenerator(load);
        try {
          return await use(generator);
        } finally {
          firstSerial = await generator.nextSerial();
          await generator.stop();
        }
      },
      empty: async () => {
        await servers.emptyRedis();
        await truncateEvents(servers.db);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function truncateEvents(db) {
  const { rows } = await db.pool.query(
    `select string_agg(format('%I', relname), ', ') as names from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all($1)`,
    [KEPT],
  );
  await db.pool.query(`truncate ${rows[0].names}`);
}
