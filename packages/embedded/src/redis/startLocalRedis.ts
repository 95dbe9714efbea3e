import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../freePort.js';
import type { LocalServer, StartControl } from '../localServer.js';
import { LocalServerError } from '../localServerError.js';
import { lockDataDirectory } from '../lockDataDirectory.js';
import { processesIn, signalProcess, stopProcesses, type StopStep } from '../processes.js';
import { notifySpawn, spawnServer, type SpawnedServer } from '../spawnServer.js';
import { findRedisServer } from './findRedisServer.js';
import { quoted, REDIS_SETTINGS, redisConf, type RedisSettings } from './redisConf.js';

/** How to run a local Redis. */
export interface LocalRedisOptions extends StartControl {
  /** Directory of this server: data, configuration (0600), log, lock. Created if missing. */
  readonly dir: string;
  /** TCP port on 127.0.0.1; by default a free one. */
  readonly port?: number;
  /** Password that clients need; by default none. */
  readonly password?: string;
  /** Bytes of data at which writes are refused; by default {@link defaultMaxMemory}. */
  readonly maxMemoryBytes?: number;
  /** Merged over {@link REDIS_SETTINGS}; values as in a configuration file. */
  readonly settings?: RedisSettings;
  /** The server program; by default the one on the path. */
  readonly program?: string;
}

/** On SIGTERM Redis writes its data and exits, at once unless it hangs. */
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 15_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

const PROGRAM_NAMES = ['redis-server', 'valkey-server', 'redis-check-rdb', 'valkey-check-rdb'];
/** A server that does not accept connections yet has no work to finish. */
const CANCEL_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 2_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

const START_ATTEMPTS = 3;
/** Long, because a start reads the whole append-only file. */
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 15;

/** A quarter of the machine's memory, at most 2 GB. */
export function defaultMaxMemory(): number {
  return Math.min(Math.floor(os.totalmem() / 4), 2 * 1024 ** 3);
}

/**
 * Starts a Redis server on 127.0.0.1 (append-only file, fsync at every write, no eviction); resolves when it has loaded its
 * data and responds. A server that outlived an earlier, killed run is stopped first.
 * @throws LocalServerError if another process uses the directory, no server program exists, or the server does not start
 */
export async function startLocalRedis(options: LocalRedisOptions): Promise<LocalServer> {
  const dir = path.resolve(options.dir);
  const program = options.program ?? (await findRedisServer())?.file;
  if (program === undefined)
    throw new LocalServerError(
      'No redis-server or valkey-server was found on the path. Install Redis 6.2 or later, or set REDIS_URL.',
    );
  const lock = await lockDataDirectory(dir);
  try {
    await chmod(dir, 0o700);
    await stopProcesses(await processesIn(dir, PROGRAM_NAMES), STOP_STEPS);
    const { server, port } = await startOnFreePort({ ...options, dir, program });
    const stop = async (): Promise<void> => {
      await stopProcesses(server.exit() === undefined ? [server.pid] : [], STOP_STEPS);
      await server.exited;
      await lock.release();
    };
    // With a user name: redis-cli 7.0 does not treat an empty one as the default user.
    const credentials = options.password === undefined ? '' : `default:${encodeURIComponent(options.password)}@`;
    const url = `redis://${credentials}127.0.0.1:${port}`;
    const kill = (): void => {
      if (server.exit() === undefined) signalProcess(server.pid, 'SIGKILL');
    };
    return { url, port, pid: server.pid, exited: server.exited, stop, kill };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startOnFreePort(
  options: LocalRedisOptions & { readonly program: string },
): Promise<{ server: SpawnedServer; port: number }> {
  const logFile = path.join(options.dir, 'server.log');
  options.signal?.throwIfAborted();
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const conf = path.join(options.dir, 'redis.conf');
    await writeFile(conf, configuration(options, port), { mode: 0o600 });
    const server = await spawnServer({ file: options.program, args: [conf], cwd: options.dir, logFile });
    notifySpawn(server, options);
    const problem = await untilReady(port, options, server);
    if (problem === undefined) return { server, port };
    const taken = problem.includes('Address already in use');
    if (!taken || options.port !== undefined || attempt === START_ATTEMPTS) {
      throw new LocalServerError(`Redis did not start: ${lastProblem(problem)} (log: ${logFile})`);
    }
  }
}

function configuration({ dir, password, maxMemoryBytes, settings }: LocalRedisOptions, port: number): string {
  return redisConf({
    ...REDIS_SETTINGS,
    maxmemory: String(maxMemoryBytes ?? defaultMaxMemory()),
    ...settings,
    port: String(port),
    dir: quoted(dir),
    ...(password === undefined ? {} : { requirepass: quoted(password) }),
  });
}

/** @returns `undefined` once the server responds, otherwise its output before it ended */
async function untilReady(
  port: number,
  { password, signal }: Pick<LocalRedisOptions, 'password' | 'signal'>,
  server: SpawnedServer,
): Promise<string | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (server.exit() === undefined) {
    if (await answers(server.pid, port, password)) return undefined;
    if (signal?.aborted === true) {
      await stopProcesses([server.pid], CANCEL_STEPS);
      throw new LocalServerError('The start was canceled.');
    }
    if (Date.now() > deadline) {
      await stopProcesses([server.pid], STOP_STEPS);
      return `it was not ready within ${START_TIMEOUT_MS / 1_000} s`;
    }
    await delay(POLL_MS);
  }
  return server.output();
}

/**
 * Whether this process answers PING on the port. Another server may have taken the port, and a server that is still loading
 * its data answers with an error.
 */
function answers(pid: number, port: number, password: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let reply = '';
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(reply.includes('+PONG') && reply.includes(`process_id:${pid}\r`)));
    socket.on('connect', () => {
      const login = password === undefined ? [] : [['AUTH', password]];
      socket.end([...login, ['PING'], ['INFO', 'server'], ['QUIT']].map(encodeCommand).join(''));
    });
    socket.on('data', (chunk: Buffer) => (reply += chunk.toString()));
  });
}

function encodeCommand(words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join('')}`;
}

function lastProblem(output: string): string {
  const lines = output.trim().split('\n');
  const errors = lines.filter((line) => /(#|FATAL|Fatal|Bad|Can't|error)/.test(line));
  return (errors.at(-1) ?? lines.at(-1) ?? '').trim();
}
