import {
  freePort,
  signalProcess,
  startLocalRedis,
  stopProcesses,
  type LocalServer,
  type RedisSettings,
} from '@sluice/embedded';
import { rm } from 'node:fs/promises';
import type { RedisSecurity } from './createRedisSecurity.js';
import { testDirectory } from './testDirectory.js';

/** How a test's Redis differs from the usual one. */
export interface TestRedisOptions {
  /** Settings as in a configuration file: `{ maxmemory: '50mb' }`. */
  readonly conf?: RedisSettings;
  /** By default a free one. */
  readonly port?: number;
  /** With it, the server also listens with TLS, and has the user of docs/operations.md. */
  readonly security?: RedisSecurity | undefined;
  /** By default a free one; only with `security`. */
  readonly tlsPort?: number;
}

/** A private Redis server with an append-only file, as a deployment has it. */
export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** Where it listens with TLS; `undefined` without `security`. */
  readonly tlsPort: number | undefined;
  /** Of the server that runs now. */
  readonly pid: () => number;
  /** Stops it and removes its data. Call it in `afterAll`. Safe to call twice, also when it was killed or frozen. */
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL and resolves when the process has ended. Its data stays for {@link TestRedis.restart}. */
  readonly kill9: () => Promise<void>;
  /** Stops it if it runs, and starts it again on the same port with the same data. */
  readonly restart: () => Promise<void>;
  /** Stops it from answering while its connections stay open (SIGSTOP). */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Stops it cleanly and keeps its data, as a planned outage does. */
  readonly shutdown: () => Promise<void>;
  /** Directory of its files. */
  readonly dataDirectory: string;
}

/** Starts a private Redis server with a separate directory. */
export async function startTestRedis({ conf = {}, ...options }: TestRedisOptions = {}): Promise<TestRedis> {
  const dir = await testDirectory('redis');
  const port = options.port ?? (await freePort());
  const { security } = options;
  const tlsPort = security === undefined ? undefined : (options.tlsPort ?? (await freePort()));
  const secured = security === undefined ? {} : { ...security.server, 'tls-port': String(tlsPort) };
  const settings = { 'enable-debug-command': 'local', ...secured, ...conf };
  let ended = false;
  const start = async (): Promise<LocalServer> => {
    const started = await startLocalRedis({ dir, port, settings, maxMemoryBytes: 256 * 1024 ** 2 });
    ended = false;
    void started.exited.then(() => {
      ended = true;
    });
    return started;
  };
  let server = await start();
  const kill9 = async (): Promise<void> => {
    await stopProcesses([server.pid], [{ signal: 'SIGKILL', waitMs: 5_000 }]);
    await server.stop();
  };
  const shutdown = async (): Promise<void> => {
    // A stopped process (SIGSTOP) reacts to no other signal. An ended one is not signaled: its id may have been
    // reused.
    if (!ended) signalProcess(server.pid, 'SIGCONT');
    await server.stop();
  };
  return {
    url: server.url,
    port,
    tlsPort,
    pid: () => server.pid,
    dataDirectory: dir,
    kill9,
    shutdown,
    restart: async () => {
      await shutdown();
      server = await start();
    },
    freeze: () => void signalProcess(server.pid, 'SIGSTOP'),
    thaw: () => void signalProcess(server.pid, 'SIGCONT'),
    stop: async () => {
      await shutdown();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
