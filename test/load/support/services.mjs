// One service of Sluice as a separate process, as a deployment runs it.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { end, onCore, waitUntil } from './processes.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

const WORKERS = ['exceptions', 'spans', 'logs', 'hits', 'replays', 'metrics'];
/** The settings of workers in docker-compose.yml. */
const WORKER_ENVIRONMENT = { NODE_OPTIONS: '--max-semi-space-size=64' };

/**
 * Starts `services/<name>` on free ports of loopback and waits until it is ready.
 * @param {string} name
 * @param {{ env: Record<string, string>, core?: number, profileDirectory?: string }} options with `profileDirectory` a CPU profile is
 *   written there when it stops
 * @returns {Promise<{ name: string, url: string, port: number, adminUrl: string, pid: number, stop: () => Promise<void> }>}
 */
export async function startService(name, { env, core, profileDirectory }) {
  const { freePort } = await import('../../../packages/embedded/dist/index.js');
  const [port, adminPort] = [await freePort(), await freePort()];
  const flags = profileDirectory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`];
  const script = path.join(root, `services/${name}/dist/main.js`);
  const [file, ...args] = onCore(core, [process.execPath, ...flags, script]);
  const settings = { HOST: '127.0.0.1', PORT: String(port), ADMIN_PORT: String(adminPort), LOG_LEVEL: 'warn' };
  const child = spawn(file, args, {
    env: { ...process.env, ...(WORKERS.includes(name) ? WORKER_ENVIRONMENT : {}), ...settings, ...env },
    // Its log is discarded, because lines about the start and stop of each worker would appear between the tables.
    // Fatal errors go to stderr.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  try {
    await waitUntil(async () => (await fetch(`${adminUrl}/readyz`)).ok, `${name} is ready`);
  } catch (error) {
    await end(child);
    throw error;
  }
  return { name, url: `http://127.0.0.1:${port}`, port, adminUrl, pid: child.pid, stop: () => end(child) };
}
