// Redis (append-only file, always fsynced) and PostgreSQL as `npm start` runs them, empty and migrated; and tenants in them.
import path from 'node:path';
import { pin } from './processes.mjs';

/** PostgreSQL keeps the time of each commit: when each event was stored can be read afterwards, of every event and at no cost to the run. */
export const COMMIT_TIMES = { track_commit_timestamp: 'on' };

/**
 * Starts both below `directory` and migrates; on one core where it is given.
 * @returns {Promise<{ env: Record<string, string>, postgres: object, redis: object, stop: () => Promise<void> }>}
 *   `env` is what services, the CLI and clients need to reach them
 */
export async function startServers(directory, { core, postgresSettings = {} } = {}) {
  const { startLocalPostgres, startLocalRedis } = await import('../../../packages/embedded/dist/index.js');
  const { migrateToLatest } = await import('../../../packages/db/dist/index.js');
  const dataDir = path.join(directory, 'postgres');
  const postgres = await startLocalPostgres({ dataDir, settings: postgresSettings });
  const redis = await startLocalRedis({ dir: path.join(directory, 'redis') }).catch(async (error) => {
    await postgres.stop();
    throw error;
  });
  const stop = async () => {
    await redis.stop();
    await postgres.stop();
  };
  try {
    await Promise.all([pin(postgres.pid, core), pin(redis.pid, core)]);
    await withDatabase(postgres.url, migrateToLatest);
    return { env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url }, postgres, redis, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens Sluice's database at this address; the caller closes it. */
export async function openDatabase(url) {
  const { createDatabase } = await import('../../../packages/db/dist/index.js');
  return createDatabase({ url, poolSize: 2, applicationName: 'bench', statementMs: 3_600_000 });
}

/** Opens Sluice's database of this address for `use`. */
export async function withDatabase(url, use) {
  const db = await openDatabase(url);
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

/** Makes `count` projects of one organization. @returns {Promise<{ id: string, slug: string, key: string }[]>} */
export async function makeProjects(databaseUrl, count, organization = 'bench') {
  const { createOrganization, createProject } = await import('../../../packages/db/dist/index.js');
  return withDatabase(databaseUrl, async (db) => {
    await createOrganization(db, organization);
    const made = [];
    for (let n = 0; n < count; n += 1) {
      // A bench sends more than the quota's default in minutes.
      const { project, key } = await createProject(db, { organization, project: `p${n}` }, { bytesPerHour: null });
      made.push({ id: String(project.id), slug: project.slug, key: key.key });
    }
    return made;
  });
}
