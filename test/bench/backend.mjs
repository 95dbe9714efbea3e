// What a gateway under measurement needs: Redis (append-only file, always fsynced), PostgreSQL with one project, all on the other core.
import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { end, onCore, pin } from './processes.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const REDIS_BYTES = 6 * 2 ** 30;

async function waitUntil(condition, what) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await condition().catch(() => false)) return;
    await delay(50);
  }
  throw new Error(`${what} did not get ready`);
}

async function sluice(env, ...args) {
  const cli = path.join(root, 'packages/cli/bin/sluice.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args, '--json'], {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout);
}

/** Starts the servers, makes a project; `startGateway` runs the gateway alone on a core. */
export async function startBackend(directory, core) {
  const { startLocalPostgres, startLocalRedis } = await import('../../packages/embedded/dist/index.js');
  const postgres = await startLocalPostgres({ dataDir: path.join(directory, 'postgres') });
  const redis = await startLocalRedis({ dir: path.join(directory, 'redis'), maxMemoryBytes: REDIS_BYTES });
  await Promise.all([pin(postgres.pid, core), pin(redis.pid, core)]);
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  await sluice(env, 'migrate');
  await sluice(env, 'org', 'create', 'bench');
  const { key } = await sluice(env, 'project', 'create', 'bench/bench');
  const { Redis } = await import('ioredis');
  const client = new Redis(redis.url);
  return {
    key,
    startGateway: async (gatewayCore, profileDirectory) => {
      const [port, adminPort] = [18_000 + Math.floor(Math.random() * 1000), 19_000 + Math.floor(Math.random() * 1000)];
      const flags = profileDirectory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`];
      const script = path.join(root, 'services/gateway/dist/main.js');
      const [file, ...args] = onCore(gatewayCore, [process.execPath, ...flags, script]);
      const settings = { HOST: '127.0.0.1', PORT: String(port), ADMIN_PORT: String(adminPort), LOG_LEVEL: 'warn' };
      const child = spawn(file, args, {
        env: { ...process.env, ...env, ...settings },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      await waitUntil(async () => (await fetch(`http://127.0.0.1:${adminPort}/readyz`)).ok, 'the gateway');
      return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => end(child) };
    },
    /** Drops queued jobs and records, so that a run does not pay for the one before it. */
    emptyQueues: async () => {
      await client.flushall('SYNC');
    },
    stop: async () => {
      client.disconnect();
      await redis.stop();
      await postgres.stop();
    },
  };
}
