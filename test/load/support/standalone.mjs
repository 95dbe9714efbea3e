// Runs `npm start` with a separate data directory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { end } from './processes.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const READY_MS = 120_000;

/**
 * Starts it and waits for its `ready` line.
 * @param {{ dataDir: string, env?: Record<string, string>, checkout?: string }} options with `DATABASE_URL` and `REDIS_URL` in `env`
 *   it starts no servers of its own
 * @returns {Promise<{ port: number, adminUrl: string, readyMs: number, pids: Record<string, number>, databaseUrl: string,
 *   redisUrl: string, stop: () => Promise<void> }>} `pids` by role: main, workers, and the servers it started
 */
export async function startStandalone({ dataDir, env = {}, checkout = root }) {
  const { freePort } = await import('../../../packages/embedded/dist/index.js');
  const [port, adminPort] = [await freePort(), await freePort()];
  const settings = {
    DATA_DIR: dataDir,
    DEMO: '0',
    SLUICE_INSTALL: '0',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
  };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(checkout, 'scripts/start.mjs')], {
    cwd: checkout,
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await saysReady(child);
    const readyMs = performance.now() - startedAt;
    const { pids, databaseUrl, redisUrl } = JSON.parse(await readFile(path.join(dataDir, 'runtime.json'), 'utf8'));
    const adminUrl = `http://127.0.0.1:${adminPort}`;
    return { port, adminUrl, readyMs, pids, databaseUrl, redisUrl, stop: () => end(child) };
  } catch (error) {
    await end(child);
    throw error;
  }
}

async function saysReady(child) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let said = '';
  const ready = new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-10_000);
      if (/^ready http/m.test(said)) resolve('ready');
    });
  });
  const gone = once(child, 'exit', { signal }).then(
    () => 'gone',
    () => 'stopped',
  );
  const timer = setTimeout(() => stopping.abort(), READY_MS);
  const outcome = await Promise.race([ready, gone]);
  clearTimeout(timer);
  stopping.abort();
  if (outcome !== 'ready') throw new Error(`the system did not get ready; it said:\n${said}`);
}
