import { HOUR_MS } from '@sluice/contract';
import { createDatabase, databaseProblem, type Database, type DatabaseOptions } from '@sluice/db';
import {
  createRequestLimiter,
  createManagementApp,
  createStreamSlots,
  createUnreadResponses,
  requestMetrics,
  type ManagementService,
  type OperationDeps,
  type ServiceDeps,
} from '@sluice/management';
import { poolDefaults } from '@sluice/runtime';
import { createBlobStore, createFrameResolver } from '@sluice/sourcemaps';
import type { ApiConfig } from './config.js';
import { createFrameReader } from './frames/createFrameReader.js';
import { dashboardDirectory, dashboardRouter } from './http/dashboardRouter.js';
import { docsRouter } from './http/docsRouter.js';
import { createCapReader } from './limits/createCapReader.js';
import { createAccountOperations, createOperations } from './operations.js';
import { createStaleReads } from './reads/createStaleReads.js';
import { readMetrics } from './reads/readMetrics.js';
import { createAccountServices } from './routes/account/createAccountServices.js';

/** Dependencies of the read API. */
export interface ApiDeps extends ServiceDeps {
  /** See `OperationDeps`. */
  readonly onAnswer?: OperationDeps['onReply'];
  /** See `DatabaseOptions`; not called for a replica, which is elsewhere. */
  readonly onBackend?: DatabaseOptions['onBackend'];
  /** The same for operations of accounts. */
  readonly onAccountAnswer?: Parameters<typeof createManagementApp>[1]['onAccountReply'];
}

/**
 * START HERE. The read API with its own database pool, so that reads do not compete with other work of the
 * process. It connects on the first request and answers 503 while PostgreSQL is unavailable. `stop` waits for requests in flight.
 */
export function createApi(deps: ApiDeps, config: ApiConfig): ManagementService {
  const { logger, metrics, clock, onAnswer, onAccountAnswer, onBackend } = deps;
  const { poolSize, connectMs, statementMs } = config;
  const maxEventAgeMs = config.maxEventAgeHours * HOUR_MS;
  const pool = { ...poolDefaults('api', deps), poolSize, connectMs, statementMs, maxEventAgeMs };
  const db = createDatabase({ ...pool, url: config.databaseUrl, ...(onBackend === undefined ? {} : { onBackend }) });
  const reads = openReads(deps, config, { pool, primary: db });
  const store = createBlobStore(config.store, db);
  const resolver = createFrameResolver({ db, store, metrics, logger, clock }, config.resolver);
  const caps = createCapReader(config.redisUrl, logger);
  const services = createAccountServices(logger, config);
  const operations = createOperations(createFrameReader(resolver, config), caps, services);
  const accountOperations = createAccountOperations(services);
  const { perOrganization, sustained, maxWaiting: waiting, waitMs } = config;
  const limiter = createRequestLimiter({ atOnce: poolSize, perOrganization, sustained, waiting, waitMs });
  const app = createManagementApp(operations, {
    db,
    reads,
    clock,
    limiter,
    unreadResponses: createUnreadResponses(config.unread),
    streams: createStreamSlots({ most: config.streams, maxMs: config.streamMs }),
    access: config.access,
    publicUrl: config.publicUrl,
    logger,
    metrics: requestMetrics(metrics, 'api'),
    pages: [
      docsRouter(operations, accountOperations),
      dashboardRouter({ directory: dashboardDirectory(), publicUrl: config.publicUrl }),
    ],
    accountOperations,
    ...(onAnswer === undefined ? {} : { onReply: onAnswer }),
    ...(onAccountAnswer === undefined ? {} : { onAccountReply: onAccountAnswer }),
  });
  return {
    handler: app,
    start: async () => reads?.start(),
    stop: async () => {
      await reads?.stop();
      services.mailer?.close();
      await resolver.stop();
      await caps.stop();
      await store.close();
      await db.close();
    },
    checks: [
      { name: 'api', check: () => databaseProblem(db) },
      { name: 'api.sourcemaps', check: () => store.check() },
    ],
  };
}

/** Returns where reads go that may be stale, if there is a replica. */
function openReads(
  { metrics, logger, clock }: ApiDeps,
  { readUrl, readMaxAgeMs: maxAgeMs }: ApiConfig,
  { pool, primary }: { readonly pool: Omit<DatabaseOptions, 'url'>; readonly primary: Database },
) {
  if (readUrl === undefined) return undefined;
  const replica = { ...pool, url: readUrl, name: 'api-replica' };
  return createStaleReads({ primary, pool: replica, maxAgeMs, logger, clock, metrics: readMetrics(metrics) });
}
