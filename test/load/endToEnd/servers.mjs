// PostgreSQL and Redis as `npm start` runs them, and any service as a process of its own on them. Commits bear their time, so that the
// moment at which each event was stored can be read afterwards, of every event and at no cost to the run.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { end } from '../support/processes.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const READY_MS = 60_000;

/** @param {string} directory for their data, the caller's to remove */
export async function startServers(directory, { redisBytes } = {}) {
  const { startLocalPostgres, startLocalRedis, freePort } = await import('../../../packages/embedded/dist/index.js');
  const { createDatabase, migrateToLatest } = await import('../../../packages/db/dist/index.js');
  const { Redis } = await import('ioredis');
  const undo = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const settings = { track_commit_timestamp: 'on' };
    const postgres = await startLocalPostgres({ dataDir: path.join(directory, 'postgres'), settings });
    undo.push(postgres.stop);
    const redis = await startLocalRedis({
      dir: path.join(directory, 'redis'),
      ...(redisBytes === undefined ? {} : { maxMemoryBytes: redisBytes }),
    });
    undo.push(redis.stop);
    const redisClient = new Redis(redis.url);
    undo.push(() => redisClient.disconnect());
    const db = createDatabase({ url: postgres.url, poolSize: 4, applicationName: 'bench', statementMs: 3_600_000 });
    undo.push(db.close);
    await migrateToLatest(db);
    const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
    return {
      directory,
      db,
      databaseUrl: postgres.url,
      redisUrl: redis.url,
      pids: { postgres: postgres.pid, redis: redis.pid },
      /** Starts a service's process; resolves when it is ready. */
      startService: async (name, more = {}) => {
        const [port, adminPort] = [await freePort(), await freePort()];
        const ports = { HOST: '127.0.0.1', PORT: String(port), ADMIN_PORT: String(adminPort) };
        const program = path.join(root, 'services', name, 'dist/main.js');
        const child = startProgram(program, { ...env, ...ports, ...more });
        await untilReady(child, adminPort, name);
        return { pid: child.pid, port, stop: () => end(child) };
      },
      /** Starts both processes of `npm start` on these servers. */
      startStandalone: async (more = {}) => {
        const [port, adminPort, dataDir] = [await freePort(), await freePort(), path.join(directory, 'data')];
        const own = { DATA_DIR: dataDir, DEMO: '0', PORT: String(port), ADMIN_PORT: String(adminPort) };
        const child = startProgram(path.join(root, 'services/standalone/dist/main.js'), { ...env, ...own, ...more });
        await untilReady(child, adminPort, 'standalone');
        return { pid: child.pid, port, dataDir, stop: () => end(child) };
      },
      /** Forgets every queued job, record and ledger. */
      emptyRedis: () => redisClient.flushall('SYNC'),
      redis: redisClient,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startProgram(program, env) {
  return spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilReady(child, adminPort, name) {
  const deadline = Date.now() + READY_MS;
  const isReady = () =>
    fetch(`http://127.0.0.1:${adminPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    if (Date.now() > deadline) {
      await end(child);
      throw new Error(`${name} did not get ready`);
    }
    await delay(20);
  }
}

/** Makes an organization with `count` projects. @returns {Promise<{ id: string, key: string }[]>} */
export async function makeProjects(db, count) {
  const { createOrganization, createProject } = await import('../../../packages/db/dist/index.js');
  await createOrganization(db, 'bench');
  const projects = [];
  for (let i = 0; i < count; i += 1) {
    const { project, key } = await createProject(db, { organization: 'bench', project: `p${i}` });
    projects.push({ id: project.id, key: key.key });
  }
  return projects;
}
