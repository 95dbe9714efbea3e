// A test run: its directory, its PostgreSQL, and the cleanup at its end. Plain JavaScript, because Jest loads a
// global setup with Node's resolution, which finds only built output.
import { mkdtemp, chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildWorkspace } from '../../../scripts/build.mjs';

const PREFIX = 'sluice-test-';
const SERVERS = ['postgres', 'redis-server', 'valkey-server', 'redis-check-rdb', 'valkey-check-rdb'];
const KILL = [
  { signal: 'SIGCONT', waitMs: 0 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/** Fast, and safe enough: tests kill servers, never the machine. */
const POSTGRES_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '128MB' };

/** Parts of the product that a run needs built. `embedded` depends on `runtime`, which is therefore built first. */
async function loadProduct() {
  const load = async (name) => {
    const workspace = path.resolve(import.meta.dirname, '../..', name);
    await buildWorkspace(workspace);
    return import(path.join(workspace, 'dist/index.js'));
  };
  const { processIdentity } = await load('runtime');
  return { processIdentity, ...(await load('embedded')) };
}

/** Makes the run's directory and starts its PostgreSQL. @returns {Promise<{directory: string, stop(): Promise<void>}>} */
export async function startRun() {
  const product = await loadProduct();
  await sweepDeadRuns(product);
  const directory = await mkdtemp(path.join(os.tmpdir(), PREFIX));
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(directory, 0o711);
  const holder = { pid: process.pid, identity: await product.processIdentity(process.pid) };
  await writeFile(path.join(directory, 'run.json'), JSON.stringify(holder));
  process.env.TEST_RUN_DIRECTORY = directory;
  const dataDir = path.join(directory, 'postgres');
  const server = await product.startLocalPostgres({ dataDir, settings: POSTGRES_SETTINGS });
  process.env.TEST_RUN_POSTGRES = server.url;
  return {
    directory,
    stop: async () => {
      await server.stop();
      await removeRun(directory);
    },
  };
}

/** Ends leftover processes of the run. @returns {Promise<string[]>} one line per process that should have ended */
export async function endLeftProcesses(directory, graceMs = 3_000) {
  const product = await loadProduct();
  const deadline = Date.now() + graceMs;
  let left = await processesOfRun(directory);
  while (left.length > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    left = await processesOfRun(directory);
  }
  await product.stopProcesses(
    left.map(({ pid }) => pid),
    KILL,
  );
  return left.map(({ pid, command }) => `${pid} ${command}`);
}

/** Whatever was started by a test inherited the variable that names the run's directory. */
async function processesOfRun(directory) {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = [];
  for (const pid of pids) {
    if (pid === process.pid) continue;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!environment.split('\0').includes(`TEST_RUN_DIRECTORY=${directory}`)) continue;
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').join(' ').trim();
    if (!command.includes('jest-worker')) found.push({ pid, command });
  }
  return found;
}

/** Runs that were killed could not clean up: ends their servers and removes their directories. */
async function sweepDeadRuns(product) {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const directory = path.join(os.tmpdir(), name);
    const holder = await readFile(path.join(directory, 'run.json'), 'utf8').then(JSON.parse, () => undefined);
    if (holder === undefined || (await product.processIdentity(holder.pid)) === holder.identity) continue;
    const places = [path.join(directory, 'postgres', 'cluster'), ...(await subdirectories(directory))];
    for (const place of places) await product.stopProcesses(await product.processesIn(place, SERVERS), KILL);
    await removeRun(directory);
  }
}

async function subdirectories(directory) {
  return (await readdir(directory).catch(() => [])).map((name) => path.join(directory, name));
}

/** Removes the run's directory, and its cluster if that had to be elsewhere. */
async function removeRun(directory) {
  const elsewhere = await readFile(path.join(directory, 'postgres', 'location'), 'utf8').catch(() => '');
  if (elsewhere !== '') await rm(path.dirname(elsewhere.trim()), { recursive: true, force: true });
  await rm(directory, { recursive: true, force: true });
}
