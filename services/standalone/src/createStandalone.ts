import { pingDatabase } from '@sluice/db';
import { LocalServerError, type Report } from '@sluice/embedded';
import {
  composeComponents,
  createLogger,
  createMetrics,
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
import { superviseWorkers, type Workers } from './workers/superviseWorkers.js';

/** What a copy is given by the program around it. */
export interface StandaloneDeps {
  readonly env: Env;
  /** Program to fork for the worker process. */
  readonly program: string;
  readonly report: Report;
  /** Told once when a server cannot be kept running: the copy should be stopped. */
  readonly onServerFailed: (reason: string) => void;
}

/** The whole set: databases, workers, monitor, gateway. */
export interface Standalone extends Component {
  /** Where it takes events, once started. */
  readonly baseUrl: () => string;
  /** The demo project, once started, unless it is turned off. */
  readonly demo: () => Demo | undefined;
  /** The limits of a batch in force, as one line. */
  readonly limits: string;
  /** Ends everything at once; what was acknowledged is kept. */
  readonly kill: () => void;
}

/** A start was ended by a stop. */
class StoppedEarly extends Error {
  override readonly name = 'StoppedEarly';
}

const WELL_WITHIN_MS = 20_000;
const WELL_POLL_MS = 20;

/** Everything that is started and stopped. */
interface Parts {
  readonly place: Component;
  readonly admin: Admin;
  readonly servers: Servers;
  readonly database: LazyComponent<OpenDatabase>;
  readonly workers: Workers;
  readonly front: LazyComponent<MainServices>;
  readonly connectionFiles: ReturnType<typeof createConnectionFiles>;
}

/**
 * START HERE. Everything in one command; {@link inOrder} says what is started when, and why.
 *
 * A server or worker process that ends unasked is started again after growing pauses, and the others wait for it, as
 * they do wherever a database is away. Servers that do not stay are given up: `onGivenUp`.
 */
export function createStandalone(config: StandaloneConfig, deps: StandaloneDeps): Standalone {
  let phase: Phase = 'starting';
  const logger = createLogger('standalone', config.logLevel);
  const parts = createParts(config, deps, () => phase);
  const unlessStopping = (part: NamedComponent): NamedComponent => ({
    ...part,
    start: () => (phase === 'stopping' ? Promise.reject(new StoppedEarly()) : part.start()),
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
      // What runs is stopped in its turn; a server that still starts has nobody to wait for.
      if (phase === 'starting') parts.servers.cancelStart();
      phase = 'stopping';
      // A start under way ends at its next part and takes back what it had started.
      await starting.catch(() => undefined);
      await all.stop();
    },
    kill: () => {
      parts.workers.kill();
      parts.servers.kill();
    },
    baseUrl: parts.connectionFiles.baseUrl,
    demo: parts.connectionFiles.demo,
    limits: limitsLine(config.services.gateway),
  };
}

/** Connections are made in the background: waits until every check passes, so that the first batch is taken. */
async function waitUntilReady(admin: Admin, isStopping: () => boolean): Promise<void> {
  const deadline = performance.now() + WELL_WITHIN_MS;
  for (;;) {
    const problems = await admin.problems();
    if (problems === undefined || isStopping()) return;
    if (performance.now() > deadline) throw new LocalServerError(`Started, but not working: ${problems}.`);
    await delay(WELL_POLL_MS);
  }
}

/** Stopped in the reverse order: readiness fails first and the admin port goes last. */
function inOrder({ dataDir }: StandaloneConfig, parts: Parts): readonly NamedComponent[] {
  const { place, admin, servers, database, workers, front, connectionFiles } = parts;
  const prepareWorkers: Component = {
    start: async () => {
      await endOrphanedWorkers(dataDir);
      workers.prepare();
    },
    stop: workers.stop,
  };
  return [
    // A second copy must fail before it touches anything.
    { name: 'place', ...place },
    // Says "starting" and "stopping" while the rest comes and goes.
    { name: 'admin', start: admin.start, stop: admin.stop },
    // The worker process loads its code while the servers start.
    { name: 'worker process', ...prepareWorkers },
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
  const logger = createLogger('standalone', config.logLevel);
  const onStarted = (): void => connectionFiles.refresh();
  const servers = createServers(config, { report, onStarted, onServerFailed: onGivenUp });
  const workers = superviseWorkers({ program, env, urls: servers.urls, report, onStarted });
  const database = lazyComponent(() => openDatabase(servers.urls().databaseUrl, report, logger));
  const front = lazyComponent(() => createMainServices({ urls: servers.urls(), metrics }, config));
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
  if (part === undefined) throw new Error('a part was used before its start');
  return part;
}
