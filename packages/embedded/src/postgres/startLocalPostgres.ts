import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../freePort.js';
import type { LocalServer, Report, StartControl } from '../localServer.js';
import { LocalServerError } from '../localServerError.js';
import { lockDataDirectory } from '../lockDataDirectory.js';
import { processesIn, signalProcess, stopProcesses, type StopStep } from '../processes.js';
import { notifySpawn, spawnServer, type SpawnedServer } from '../spawnServer.js';
import { program } from './binaries.js';
import { clusterPassword, ensureCluster, NAME, type Cluster } from './cluster.js';
import { placeCluster } from './placeCluster.js';
import { POSTGRES_SETTINGS, type PostgresSettings } from './settings.js';

/** How to run an embedded PostgreSQL. */
export interface LocalPostgresOptions extends StartControl {
  /** Directory of this server: cluster, password (0600), log, lock. Created if missing. */
  readonly dataDir: string;
  /** TCP port on 127.0.0.1; by default a free one. */
  readonly port?: number;
  /** Merged over {@link POSTGRES_SETTINGS}. */
  readonly settings?: PostgresSettings;
  /** Where the data is stored if PostgreSQL's user cannot access `dataDir`; by default `/var/lib/sluice`. */
  readonly stagingDirectory?: string;
  readonly report?: Report;
}

/** Fast shutdown (closes connections, writes a checkpoint), then immediate shutdown (the next start recovers), then kill. */
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 20_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/** A server that does not accept connections yet has no work to finish. */
const CANCEL_STEPS: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 2_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

const START_ATTEMPTS = 3;
/** Long, because a start after a crash replays the log. */
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 15;

/**
 * Starts PostgreSQL from the npm package's binaries on 127.0.0.1 with a password; resolves when it accepts connections. The
 * first start creates the cluster and its database. A server that outlived an earlier, killed run is stopped first.
 * @throws LocalServerError if another process uses the directory or the server does not start
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalServer> {
  const home = path.resolve(options.dataDir);
  const lock = await lockDataDirectory(home);
  try {
    await chmod(home, 0o711);
    const { stagingDirectory, report = () => undefined } = options;
    const durable = options.settings?.['fsync'] !== 'off';
    const cluster = { ...(await placeCluster({ home, stagingDirectory, report })), durable };
    await stopLeftovers(cluster.directory);
    await ensureCluster(cluster);
    const password = await clusterPassword(cluster);
    const { server, port } = await startOnFreePort(cluster, options, path.join(home, 'server.log'));
    const stop = async (): Promise<void> => {
      await stopProcesses(server.exit() === undefined ? [server.pid] : [], STOP_STEPS);
      await server.exited;
      await lock.release();
    };
    const url = `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;
    const kill = (): void => {
      if (server.exit() === undefined) signalProcess(server.pid, 'SIGQUIT');
    };
    return { url, port, pid: server.pid, exited: server.exited, stop, kill };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Ends a server that outlived its parent. Removes its pid file if no process of its cluster is running but the pid exists:
 * an unrelated process, or the server as a zombie. PostgreSQL would consider both a running server. Any other pid file is
 * left to PostgreSQL, which also checks for backends that still use its shared memory.
 */
async function stopLeftovers(directory: string): Promise<void> {
  const pids = await processesIn(directory, ['postgres']);
  const leader = await postmasterPid(directory);
  if (leader !== undefined && pids.includes(leader)) await stopProcesses([leader], STOP_STEPS);
  else await stopProcesses(pids, STOP_STEPS.slice(1));
  if (leader === undefined || !isTaken(leader)) return;
  if ((await processesIn(directory, ['postgres'])).length === 0) {
    await rm(path.join(directory, 'postmaster.pid'), { force: true });
  }
}

/** Whether a process has this id, zombies included. */
function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function postmasterPid(directory: string): Promise<number | undefined> {
  const lines = await postmasterFile(directory);
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

async function postmasterFile(directory: string): Promise<readonly string[]> {
  const text = await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.trim());
}

async function startOnFreePort(
  cluster: Cluster,
  options: LocalPostgresOptions,
  logFile: string,
): Promise<{ server: SpawnedServer; port: number }> {
  await mkdir(path.dirname(logFile), { recursive: true });
  options.signal?.throwIfAborted();
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const settings = { ...POSTGRES_SETTINGS, ...options.settings, port: String(port) };
    const server = await spawnServer({
      file: program(cluster.binaries, 'postgres'),
      args: [
        '-D',
        cluster.directory,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      cwd: '/',
      logFile,
      user: cluster.user,
    });
    notifySpawn(server, options);
    const problem = await untilReady(cluster.directory, server, options.signal);
    if (problem === undefined) return { server, port };
    const taken = problem.includes('Address already in use');
    if (!taken || options.port !== undefined || attempt === START_ATTEMPTS) {
      throw new LocalServerError(`PostgreSQL did not start: ${lastProblem(problem)} (log: ${logFile})`);
    }
  }
}

/** @returns `undefined` once the server accepts connections, otherwise its output before it ended */
async function untilReady(
  directory: string,
  server: SpawnedServer,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (server.exit() === undefined) {
    const lines = await postmasterFile(directory);
    if (lines[0] === String(server.pid) && lines[7] === 'ready') return undefined;
    if (signal?.aborted === true) {
      await stopProcesses([server.pid], CANCEL_STEPS);
      throw new LocalServerError('The start was canceled.');
    }
    if (Date.now() > deadline) {
      await stopProcesses([server.pid], STOP_STEPS);
      return `FATAL:  it was not ready within ${START_TIMEOUT_MS / 1_000} s`;
    }
    await delay(POLL_MS);
  }
  return server.output();
}

function lastProblem(output: string): string {
  const lines = output.split('\n').filter((line) => /(FATAL|PANIC|ERROR|error|cannot)/.test(line));
  return (lines.at(-1) ?? output.trim().split('\n').at(-1) ?? '').replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '').trim();
}
