import { freePort, spawnServer, stopProcesses, unprivilegedUser, type SystemUser } from '@sluice/embedded';
import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from './waitFor.js';

const run = promisify(execFile);

/** One server of a pair. */
export interface TestPostgresServer {
  readonly url: string;
  /** Ends it with SIGKILL. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** A primary and a streaming replica, each with a directory and port of its own. */
export interface TestPostgresPair {
  /** Of both servers, which may write into it. */
  readonly dir: string;
  readonly primary: TestPostgresServer;
  readonly replica: TestPostgresServer;
  readonly stop: () => Promise<void>;
}

const PACKAGES = '/usr/lib/postgresql';
const USER = 'sluice';

/** Returns the directory of the programs of Debian's newest PostgreSQL, `pg_basebackup` among them; `undefined` without one. */
export async function findPostgresPrograms(): Promise<string | undefined> {
  const versions = (await readdir(PACKAGES).catch((): string[] => [])).map(Number).sort((a, b) => b - a);
  for (const version of versions) {
    const directory = join(PACKAGES, String(version), 'bin');
    const files = await readdir(directory).catch((): string[] => []);
    if (files.includes('pg_basebackup') && files.includes('initdb')) return directory;
  }
  return undefined;
}

/**
 * Starts a primary and a replica of it.
 * @param settings of the primary, each `name=value`
 */
export async function startTestPostgresPair(
  programs: string,
  settings: (directory: string) => readonly string[] = () => [],
): Promise<TestPostgresPair> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-pair-'));
  const user = await unprivilegedUser(join(dir, 'none'));
  if (user !== undefined) await chown(dir, user.uid, user.gid);
  const runAs = (program: string, ...args: string[]) =>
    run(join(programs, program), args, { cwd: dir, ...idsOf(user) });
  const servers: TestPostgresServer[] = [];
  const stop = async (): Promise<void> => {
    for (const server of servers.reverse()) await server.kill();
    await rm(dir, { recursive: true, force: true });
  };
  const start = async (name: string, own: readonly string[] = []): Promise<TestPostgresServer> => {
    const place = { programs, directory: join(dir, name), user, settings: own };
    const server = await startServer({ ...place, port: await freePort() });
    servers.push(server);
    return server;
  };
  try {
    await runAs('initdb', '-D', join(dir, 'primary'), '-U', USER, '--auth=trust', '-E', 'UTF8', '--no-sync');
    const primary = await start('primary', settings(dir));
    const address = ['-h', '127.0.0.1', '-p', new URL(primary.url).port, '-U', USER];
    await runAs(
      'pg_basebackup',
      '-D',
      join(dir, 'replica'),
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
      ...address,
    );
    const replica = await start('replica');
    return { dir, primary, replica, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface ServerPlace {
  readonly programs: string;
  readonly directory: string;
  readonly user: SystemUser | undefined;
  readonly port: number;
  readonly settings: readonly string[];
}

async function startServer({
  programs,
  directory,
  user,
  port,
  settings: own,
}: ServerPlace): Promise<TestPostgresServer> {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', `port=${port}`, ...own];
  const isReady = async (): Promise<boolean> =>
    run(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).then(
      () => true,
      () => false,
    );
  const spawn = async () => {
    const server = await spawnServer({
      file: join(programs, 'postgres'),
      args: ['-D', directory, ...settings.flatMap((setting) => ['-c', setting])],
      cwd: directory,
      logFile: `${directory}.log`,
      user: idsOf(user),
    });
    await waitFor(isReady, { what: `PostgreSQL in ${directory}`, timeoutMs: 60_000 });
    return server;
  };
  let server = await spawn();
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    kill: async () => {
      if (server.exit() === undefined) await stopProcesses([server.pid], [{ signal: 'SIGKILL', waitMs: 5_000 }]);
      await server.exited;
    },
    start: async () => {
      server = await spawn();
    },
  };
}

const idsOf = (user: SystemUser | undefined): SystemUser | undefined =>
  user === undefined ? undefined : { uid: user.uid, gid: user.gid };
