import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDatabase } from '@sluice/db';
import { freePort, spawnServer, stopProcesses, unprivilegedUser } from '@sluice/embedded';
import { testDirectory } from '../testDirectory.js';
import { waitFor } from '../waitFor.js';

/** A PostgreSQL of a {@link TestCitus}. */
export interface TestCitusNode {
  readonly port: number;
  /** Process id of its postmaster; it changes with `start`. */
  readonly pid: () => number;
  /** Ends it without a shutdown. */
  readonly kill: () => Promise<void>;
  /** Shuts it down: sessions are ended. */
  readonly stop: () => Promise<void>;
  /** Starts it again; resolves when it accepts connections. */
  readonly start: () => Promise<void>;
}

/** A private Citus cluster: a coordinator and nodes, of which there are two by default. */
export interface TestCitus {
  /** Of the database `postgres` of the coordinator, which has the extension and knows the nodes. */
  readonly url: string;
  readonly coordinator: TestCitusNode;
  readonly nodes: readonly TestCitusNode[];
  /** Stops all servers and removes their data. */
  readonly stop: () => Promise<void>;
}

const INSTALLATIONS = '/usr/lib/postgresql';
const USER = 'sluice';

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  // Between the servers: without it they look for a certificate of the user who runs the tests.
  'citus.node_conninfo': 'sslmode=disable',
  wal_level: 'logical',
  max_prepared_transactions: '200',
  max_connections: '300',
  max_worker_processes: '64',
  // A query of all partitions locks each of their shards.
  max_locks_per_transaction: '512',
  shared_buffers: '64MB',
  autovacuum_max_workers: '1',
  fsync: 'off',
  jit: 'off',
  timezone: 'UTC',
};

/** Returns the directory of a PostgreSQL's programs that has Citus, where Debian installs it; `undefined` without Citus. */
export function findCitus(): string | undefined {
  const versions = existsSync(INSTALLATIONS) ? readdirSync(INSTALLATIONS) : [];
  const homes = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((name) => path.join(INSTALLATIONS, name));
  const home = homes.find((each) => existsSync(path.join(each, 'lib', 'citus.so')));
  return home === undefined ? undefined : path.join(home, 'bin');
}

/** Returns why tests on Citus are not run; `undefined` if they are: `CITUS_URL` names a cluster, or one can be started. */
export const citusProblem = (): string | undefined =>
  process.env['CITUS_URL'] === undefined && findCitus() === undefined
    ? `not run: CITUS_URL is not set, and no PostgreSQL below ${INSTALLATIONS} has Citus`
    : undefined;

/** How a cluster differs from the usual one. */
export interface TestCitusOptions {
  /** Number of nodes; 2 when unset. */
  readonly nodes?: number;
  /** Settings of all servers, beside the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a coordinator and nodes on free ports of the loopback interface. @throws if Citus is not installed */
export async function startTestCitus({ nodes = 2, settings = {} }: TestCitusOptions = {}): Promise<TestCitus> {
  const programs = findCitus();
  if (programs === undefined) throw new Error(`no PostgreSQL with Citus below ${INSTALLATIONS}`);
  const directory = await testDirectory('citus');
  await chmod(directory, 0o711);
  const servers: TestCitusNode[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.kill()));
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const coordinator = await startServer(programs, path.join(directory, 'coordinator'), settings);
    servers.push(coordinator);
    const workers: TestCitusNode[] = [];
    for (let number = 1; number <= nodes; number += 1) {
      const node = await startServer(programs, path.join(directory, `node-${number}`), settings);
      servers.push(node);
      workers.push(node);
    }
    for (const { port } of servers) await run(port, 'create extension citus');
    await run(coordinator.port, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
    for (const { port } of workers) await run(coordinator.port, `select citus_add_node('127.0.0.1', ${port})`);
    return { url: urlOf(coordinator.port), coordinator, nodes: workers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServer(
  programs: string,
  directory: string,
  more: Readonly<Record<string, string>>,
): Promise<TestCitusNode> {
  // PostgreSQL refuses to run as root.
  const chosen = await unprivilegedUser(directory);
  const user = chosen && { uid: chosen.uid, gid: chosen.gid };
  await mkdir(directory, { mode: 0o700 });
  if (user !== undefined) await chown(directory, user.uid, user.gid);
  const options = [
    `--pgdata=${directory}`,
    `--username=${USER}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ];
  await promisify(execFile)(path.join(programs, 'initdb'), [...options, '--no-sync'], { cwd: '/', ...user });
  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, ...more, port: String(port) });
  let running: Awaited<ReturnType<typeof spawnServer>> | undefined;
  const start = async (): Promise<void> => {
    running = await spawnServer({
      file: path.join(programs, 'postgres'),
      args: ['-D', directory, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      cwd: '/',
      logFile: `${directory}.log`,
      user,
    });
    await waitFor(() => run(port, 'select 1').then(() => true), { what: 'PostgreSQL with Citus', timeoutMs: 60_000 });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (running !== undefined && running.exit() === undefined)
      await stopProcesses(
        [running.pid],
        [
          { signal, waitMs: 20_000 },
          { signal: 'SIGKILL', waitMs: 5_000 },
        ],
      );
  };
  await start();
  return { port, pid: () => running?.pid ?? 0, start, stop: () => end('SIGINT'), kill: () => end('SIGQUIT') };
}

const urlOf = (port: number): string => `postgres://${USER}@127.0.0.1:${port}/postgres`;

async function run(port: number, statement: string): Promise<void> {
  const db = createDatabase({ url: urlOf(port), poolSize: 1, applicationName: 'test-citus' });
  try {
    await db.pool.query(statement);
  } finally {
    await db.close();
  }
}
