import { createDatabase, databaseProblem, type Database, type DatabaseOptions } from '@sluice/db';
import {
  createRequestLimiter,
  createManagementApp,
  createUnreadResponses,
  requestMetrics,
  type ManagementService,
  type OperationDeps,
  type ServiceDeps,
} from '@sluice/management';
import { composeComponents, createMetrics, poolDefaults, type Component } from '@sluice/runtime';
import { createBlobStore, createCompilePool, createFrameResolver } from '@sluice/sourcemaps';
import type { SourcemapsConfig } from './config.js';
import { operationsOf } from './operations.js';
import { createScratch } from './scratch.js';
import { sourcemapsMetrics } from './sourcemapsMetrics.js';
import { createUpkeep } from './upkeep/createUpkeep.js';
import { createUploadPace } from './uploads/createUploadPace.js';
import type { Workshop } from './workshop.js';

/** What the service is given. */
export interface SourcemapsDeps extends ServiceDeps {
  /** See `OperationDeps`. */
  readonly onAnswer?: OperationDeps['onReply'];
  /** The compiled program of a compiling thread; the package's own where unset. */
  readonly workerFile?: string;
}

/** A large blob is one statement. */
const UPLOAD_STATEMENT_MS = 120_000;
const UPLOAD_CONNECT_MS = 20_000;

/**
 * START HERE. Takes source maps and describes releases. Two sets of connections, so that uploads keep no question
 * waiting. It connects when first asked; while PostgreSQL is unavailable it answers 503. `stop` waits for what is under way.
 */
export function createSourcemaps(deps: SourcemapsDeps, config: SourcemapsConfig): ManagementService {
  const { logger, clock, onAnswer } = deps;
  const { workshop, parts } = openWorkshop(deps, config);
  const upkeep = createUpkeep(workshop);
  const app = createManagementApp(operationsOf(workshop), {
    db: workshop.db,
    clock,
    limiter: workshop.gate,
    unreadResponses: createUnreadResponses(config.unread),
    access: config.access,
    publicUrl: config.publicUrl,
    logger,
    metrics: requestMetrics(deps.metrics, 'sourcemaps'),
    ...(onAnswer === undefined ? {} : { onReply: onAnswer }),
  });
  const all = composeComponents([...parts, { name: 'upkeep', ...upkeep }], logger);
  return {
    handler: app,
    ...all,
    checks: [
      { name: 'source maps', check: () => databaseProblem(workshop.db) },
      { name: 'source map store', check: () => workshop.store.check() },
    ],
  };
}

function openWorkshop(deps: SourcemapsDeps, config: SourcemapsConfig) {
  const { logger, clock, workerFile } = deps;
  const open = (options: Omit<DatabaseOptions, 'url' | 'applicationName'>): Database =>
    createDatabase({ ...poolDefaults('sourcemaps', logger), ...options, url: config.databaseUrl });
  const { connectMs, statementMs } = config;
  const db = open({ poolSize: config.poolSize, connectMs, statementMs });
  const uploadDb = open({
    poolSize: config.uploadPoolSize,
    connectMs: UPLOAD_CONNECT_MS,
    statementMs: UPLOAD_STATEMENT_MS,
  });
  const store = createBlobStore(config.store, uploadDb);
  const pool = createCompilePool({
    threads: config.compileThreads,
    // Those that upload, and upkeep, find a place even in half of the queue: what was received is not refused.
    waiting: 2 * (config.maxUploads + 1),
    waitMs: config.compileWaitMs,
    timeoutMs: config.compileMs,
    maxHeapMb: config.compileHeapMb,
    ...(workerFile === undefined ? {} : { workerFile }),
  });
  const scratch = createScratch(config.scratchDirectory);
  // Its figures would be taken for those of the readers of exceptions, who share the registry in one process.
  const resolver = createFrameResolver({ db, store, metrics: createMetrics(), logger, clock }, config.resolver);
  const uploadGate = createRequestLimiter({
    atOnce: config.maxUploads,
    waiting: config.maxWaitingUploads,
    waitMs: config.uploadWaitMs,
  });
  const workshop: Workshop = {
    ...{ db, uploadDb, store, pool, resolver, scratch, logger, clock, config },
    gate: createRequestLimiter({ atOnce: config.poolSize, waiting: config.maxWaiting, waitMs: config.waitMs }),
    uploadGate,
    uploadPace: createUploadPace(uploadGate.owed),
    metrics: sourcemapsMetrics(deps.metrics),
  };
  const closing = (stop: () => Promise<void>): Component => ({ start: () => Promise.resolve(), stop });
  const parts = [
    { name: 'questions', ...closing(db.close) },
    { name: 'uploads', ...closing(uploadDb.close) },
    { name: 'store', ...closing(() => store.close()) },
    { name: 'resolver', ...closing(resolver.stop) },
    { name: 'compilers', ...closing(() => pool.close()) },
    { name: 'scratch', start: scratch.start, stop: scratch.stop },
  ];
  return { workshop, parts };
}
