import { pingDatabase } from '@sluice/db';
import { LocalServerError, type Report } from '@sluice/embedded';
import {
  buildInfo,
  composeComponents,
  createLogger,
  createMetrics,
  createTracing,
  type Component,
  type Env,
  type HealthCheck,
  type NamedComponent,
} from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { limitsLine } from './announce.js';
import { createAdmin, type Admin, type Phase } from './createAdmin.js';
import { claimDataDirectory } from './claimDataDirectory.js';
import type { StandaloneConfig } from './config.js';
import { createMainServices, type MainServices } from './createMainServices.js';
import type { Demo } from './demo/ensureDemo.js';
import { createConnectionFiles } from './connectionFiles.js';
import { lazyComponent, type LazyComponent } from './lazyComponent.js';
import { openDatabase, type OpenDatabase } from './openDatabase.js';
import { endOrphanedWorkers } from './runtimeFile.js';
import { createServers, type Servers } from './servers/createServers.js';
import type { WorkersFacts } from './workers/protocol.js';
import { superviseWorkers, type Workers } from './workers/superviseWorkers.js';

/** Dependencies of a copy. */
export interface StandaloneDeps {
  readonly env: Env;
  /** Program to fork for the worker process. */
  readonly program: string;
  readonly report: Report;
  /** Called once when a database server cannot be kept running: the copy should be stopped. */
  readonly onServerFailed: (reason: string) => void;
}

/** All services, and their embedded servers. */
export interface Standalone extends Component {
  /** Base URL, after the start. */
  readonly baseUrl: () => string;
  /** The demo project, after the start, unless `DEMO` is off. */
  readonly demo: () => Demo | undefined;
  /** See `ConnectionFiles`. */
  readonly signInLink: () => string | undefined;
  /** The limits of a batch in force, as one line. */
  readonly limits: string;
  /** Kills all processes; acknowledged events are kept. */
  readonly kill: () => void;
}

/** The start was canceled by a stop. */
class StoppedEarlyError extends Error {
  override readonly name = 'StoppedEarlyError';
}

const READY_TIMEOUT_MS = 20_000;
const READY_POLL_MS = 20;

/** All parts. */
interface Parts {
  readonly traces: Component;
  readonly place: Component;
  readonly admin: Admin;
  readonly servers: Servers;
  readonly database: LazyComponent<OpenDatabase>;
  readonly workers: Workers;
  readonly front: LazyComponent<MainServices>;
  readonly connectionFiles: ReturnType<typeof createConnectionFiles>;
}

/**
 * START HERE. Runs all services in one command; {@link inOrder} explains the order of the start.
 *
 * A database server or worker process that ends unexpectedly is restarted after growing pauses. The services wait for
 * it as for any unavailable database. `onServerFailed` is called if a server does not stay up.
 */
export function createStandalone(config: StandaloneConfig, deps: StandaloneDeps): Standalone {
  let phase: Phase = 'starting';
  const logger = createLogger('standalone', config.logLevel);
  const parts = createParts(config, deps, () => phase);
  const unlessStopping = (part: NamedComponent): NamedComponent => ({
    ...part,
    start: () => (phase === 'stopping' ? Promise.reject(new StoppedEarlyError()) : part.start()),
  });
  const all = composeComponents(inOrder(config, parts).map(unlessStopping), logger);
  let starting: Promise<void> = Promise.resolve();
  return {
    start: async () => {
      starting = all.start().then(() => waitUntilReady(parts.admin, () => phase === 'stopping'));
      await starting;
      phase = 'running';
    },
    stop: async () => {
      // Do not wait for a server that is still starting.
      if (phase === 'starting') parts.servers.cancelStart();
      phase = 'stopping';
      // A start in progress ends at its next part and stops the started ones.
      await starting.catch(() => undefined);
      await all.stop();
    },
    kill: () => {
      parts.workers.kill();
      parts.servers.kill();
    },
    baseUrl: parts.connectionFiles.baseUrl,
    demo: parts.connectionFiles.demo,
    signInLink: parts.connectionFiles.signInLink,
    limits: limitsLine(config.services.gateway),
  };
}

/**
 * Waits until every check passes, because connections are opened in the background and the first batch must be
 * accepted.
 */
async function waitUntilReady(admin: Admin, isStopping: () => boolean): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const problems = await admin.problems();
    if (problems === undefined || isStopping()) return;
    if (performance.now() > deadline)
      throw new LocalServerError(`Started, but not ready within ${READY_TIMEOUT_MS / 1_000} s: ${problems}.`);
    await delay(READY_POLL_MS);
  }
}

/** Parts in order of start. They stop in the reverse order: readiness fails first and the admin port closes last. */
function inOrder({ dataDir }: StandaloneConfig, parts: Parts): readonly NamedComponent[] {
  const { traces, place, admin, servers, database, workers, front, connectionFiles } = parts;
  const forkWorkers: Component = {
    start: async () => {
      await endOrphanedWorkers(dataDir);
      workers.fork();
    },
    stop: workers.stop,
  };
  return [
    // A second copy must fail before it changes anything.
    { name: 'place', ...place },
    // Reports "starting" and "stopping" meanwhile.
    { name: 'admin', start: admin.start, stop: admin.stop },
    { name: 'traces', ...traces },
    // The worker process loads its code while the servers start.
    { name: 'worker process', ...forkWorkers },
    { name: 'servers', start: servers.start, stop: servers.stop },
    { name: 'database', start: database.start, stop: database.stop },
    // Consumers before producers.
    { name: 'workers', start: workers.start, stop: workers.stop },
    { name: 'gateway', start: front.start, stop: front.stop },
    // The demo project's address and `runtime.json` need the public port.
    { name: 'connection files', start: connectionFiles.start, stop: connectionFiles.stop },
  ];
}

function createParts(config: StandaloneConfig, deps: StandaloneDeps, phase: () => Phase): Parts {
  const { env, program, report, onServerFailed: onGivenUp } = deps;
  const metrics = createMetrics(true);
  buildInfo(metrics, { service: 'standalone', commit: config.buildCommit });
  const logger = createLogger('standalone', config.logLevel);
  const { tracesEndpoint: endpoint, tracesOneIn: oneIn } = config;
  const { tracing, ...traces } = createTracing({ service: 'standalone', endpoint, oneIn, logger });
  const onStarted = (): void => connectionFiles.refresh();
  const servers = createServers(config, { report, onStarted, onServerFailed: onGivenUp });
  const localUrl = config.port === 0 ? undefined : `http://localhost:${config.port}`;
  const facts = (): WorkersFacts => ({ urls: servers.urls(), localUrl });
  const workers = superviseWorkers({ program, env, facts, report, onStarted });
  const database = lazyComponent(() => openDatabase(servers.urls().databaseUrl, { report, logger, metrics }));
  const front = lazyComponent(() => createMainServices({ urls: servers.urls(), metrics, tracing }, config));
  const checks = (): readonly HealthCheck[] => {
    const db = database.current()?.db;
    const databaseCheck = db === undefined ? [] : [{ name: 'database', check: () => pingDatabase(db) }];
    return [...databaseCheck, ...(front.current()?.checks ?? [])];
  };
  const address = { host: '127.0.0.1', port: config.adminPort };
  const admin = createAdmin(address, { metrics, checks, workers: workers.state, phase });
  const connectionFiles = createConnectionFiles(config, {
    logger,
    urls: servers.urls,
    database: () => started(database.current()).db,
    ports: () => ({ public: started(front.current()).port(), admin: admin.port() }),
    pids: () => ({ main: process.pid, ...workers.pids(), ...servers.pids() }),
  });
  return {
    traces,
    place: claimDataDirectory(config, config.services.gateway.host),
    admin,
    servers,
    database,
    workers,
    front,
    connectionFiles,
  };
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('component used before its start');
  return part;
}
