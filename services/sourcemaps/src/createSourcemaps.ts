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
import { createAssembler } from './bundles/createAssembler.js';
import { createChunkStore } from './chunks/createChunkStore.js';
import type { SourcemapsConfig } from './config.js';
import { operationsOf } from './operations.js';
import { createScratch } from './scratch.js';
import { sentryErrorBody, sentryOperations, sentryTokenOperations } from './sentry/sentryOperations.js';
import { sourcemapsMetrics } from './sourcemapsMetrics.js';
import { createMaintenance } from './maintenance/createMaintenance.js';
import { createUploadPace } from './uploads/createUploadPace.js';
import type { ServiceContext } from './serviceContext.js';

/** Dependencies of the service. */
export interface SourcemapsDeps extends ServiceDeps {
  /** See `OperationDeps`. */
  readonly onAnswer?: OperationDeps['onReply'];
  /** See `DatabaseOptions`; called for the connections of uploads. */
  readonly onBackend?: DatabaseOptions['onBackend'];
  /** Program of the compile threads; default: that of the package. */
  readonly workerFile?: string;
}

/** Writing a large blob is one statement. */
const UPLOAD_STATEMENT_MS = 120_000;
const UPLOAD_CONNECT_MS = 20_000;

/**
 * START HERE. Accepts source maps and describes releases. It uses two connection pools, so that uploads do not delay
 * reads. It connects on demand; while PostgreSQL is unavailable it answers 503. `stop` waits for requests in
 * progress.
 */
export function createSourcemaps(deps: SourcemapsDeps, config: SourcemapsConfig): ManagementService {
  const { logger, clock, onAnswer } = deps;
  const { context, parts } = openContext(deps, config);
  const maintenance = createMaintenance(context);
  const assembler = createAssembler(context);
  const operations = [...operationsOf(context), ...sentryOperations(context, assembler)];
  const app = createManagementApp(operations, {
    db: context.db,
    clock,
    limiter: context.requestLimiter,
    unreadResponses: createUnreadResponses(config.unread),
    access: config.access,
    publicUrl: config.publicUrl,
    logger,
    metrics: requestMetrics(deps.metrics, 'sourcemaps'),
    tokenOperations: sentryTokenOperations,
    foreignErrorBody: sentryErrorBody,
    ...(onAnswer === undefined ? {} : { onReply: onAnswer }),
  });
  const own = [
    { name: 'bundles', ...assembler },
    { name: 'maintenance', ...maintenance },
  ];
  const all = composeComponents([...parts, ...own], logger);
  return {
    handler: app,
    ...all,
    checks: [
      { name: 'source maps', check: () => databaseProblem(context.db) },
      { name: 'source map store', check: () => context.store.check() },
    ],
  };
}

function openContext(deps: SourcemapsDeps, config: SourcemapsConfig) {
  const { logger, clock, onBackend, workerFile } = deps;
  const open = (options: Omit<DatabaseOptions, 'url' | 'applicationName'>): Database =>
    createDatabase({ ...poolDefaults('sourcemaps', deps), ...options, url: config.databaseUrl });
  const { connectMs, statementMs } = config;
  const db = open({ poolSize: config.poolSize, connectMs, statementMs });
  const uploadDb = open({
    name: 'sourcemaps-uploads',
    poolSize: config.uploadPoolSize,
    connectMs: UPLOAD_CONNECT_MS,
    statementMs: UPLOAD_STATEMENT_MS,
    ...(onBackend === undefined ? {} : { onBackend }),
  });
  const store = createBlobStore(config.store, uploadDb);
  const pool = createCompilePool({
    threads: config.compileThreads,
    // Uploads and maintenance get a place even when half of the queue is full: a map that was received completely is
    // not refused.
    waiting: 2 * (config.maxUploads + 1),
    waitMs: config.compileWaitMs,
    timeoutMs: config.compileMs,
    maxHeapMb: config.compileHeapMb,
    ...(workerFile === undefined ? {} : { workerFile }),
  });
  const scratch = createScratch(config.scratchDirectory);
  const chunks = createChunkStore(
    { directory: scratch.chunkDirectory, clock, logger },
    { capacity: config.chunkMegabytes * 1_048_576, sweepMs: config.maintenanceMs },
  );
  // Separate metrics: in one process they would be added to those of the readers of exceptions.
  const resolver = createFrameResolver({ db, store, metrics: createMetrics(), logger, clock }, config.resolver);
  const uploadLimiter = createRequestLimiter({
    atOnce: config.maxUploads,
    waiting: config.maxWaitingUploads,
    waitMs: config.uploadWaitMs,
  });
  const context: ServiceContext = {
    db,
    uploadDb,
    store,
    pool,
    resolver,
    scratch,
    chunks,
    logger,
    clock,
    config,
    requestLimiter: createRequestLimiter({
      atOnce: config.poolSize,
      waiting: config.maxWaiting,
      waitMs: config.waitMs,
    }),
    uploadLimiter,
    uploadPace: createUploadPace(uploadLimiter.owed),
    metrics: sourcemapsMetrics(deps.metrics, chunks.bytes),
  };
  const closing = (stop: () => Promise<void>): Component => ({ start: () => Promise.resolve(), stop });
  const parts = [
    { name: 'questions', ...closing(db.close) },
    { name: 'uploads', ...closing(uploadDb.close) },
    { name: 'store', ...closing(() => store.close()) },
    { name: 'resolver', ...closing(resolver.stop) },
    { name: 'compilers', ...closing(() => pool.close()) },
    { name: 'scratch', start: scratch.start, stop: scratch.stop },
    { name: 'chunks', start: chunks.start, stop: chunks.stop },
  ];
  return { context, parts };
}
