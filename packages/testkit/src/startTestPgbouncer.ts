import { freePort, spawnServer, stopProcesses } from '@sluice/embedded';
import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findExecutable } from './findExecutable.js';
import { testDirectory } from './testDirectory.js';
import { waitFor } from './waitFor.js';

/** A private PgBouncer in transaction mode, with its other settings at their defaults. */
export interface TestPgbouncer {
  /** Returns `url` with the address of PgBouncer. */
  readonly urlFor: (url: string) => string;
  /** Ends the process with its connections (SIGKILL) and starts another one on the same port. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Returns the path of PgBouncer, or `undefined` if it is not installed. */
export const findPgbouncer = (): string | undefined => findExecutable('pgbouncer');

/** Starts PgBouncer before the server of `url`. @param poolSize connections to the server for each database */
export async function startTestPgbouncer(url: string, poolSize = 20): Promise<TestPgbouncer> {
  const program = findPgbouncer();
  if (program === undefined) throw new Error('pgbouncer is not installed');
  const dir = await testDirectory('pgbouncer');
  const port = await freePort();
  const file = join(dir, 'pgbouncer.ini');
  await writeFile(file, configOf(new URL(url), port, poolSize));
  const start = async () => {
    const server = await spawnServer({ file: program, args: [file], cwd: dir, logFile: join(dir, 'log') });
    await waitFor(() => accepts(port), { what: 'PgBouncer' });
    return server;
  };
  const kill = (pid: number): Promise<void> => stopProcesses([pid], [{ signal: 'SIGKILL', waitMs: 5_000 }]);
  let server = await start();
  const end = async (): Promise<void> => {
    if (server.exit() === undefined) await kill(server.pid);
    await server.exited;
  };
  return {
    urlFor: (other) => {
      const changed = new URL(other);
      changed.port = String(port);
      return changed.href;
    },
    restart: async () => {
      await end();
      server = await start();
    },
    stop: async () => {
      await end();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Any client may log in as the user of `url`. */
function configOf({ hostname, port, username, password }: URL, ownPort: number, poolSize: number): string {
  // An empty password is an error of the configuration.
  const secret = password === '' ? '' : ` password=${password}`;
  const server = `host=${hostname} port=${port || '5432'} user=${username}${secret}`;
  return [
    '[databases]',
    `* = ${server}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 1000',
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
    '',
  ].join('\n');
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
