import { createDatabase, databaseProblem } from '@sluice/db';
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
import { createAccountServices } from './routes/account/createAccountServices.js';

/** Dependencies of the read API. */
export interface ApiDeps extends ServiceDeps {
  /** See `OperationDeps`. */
  readonly onAnswer?: OperationDeps['onReply'];
  /** The same for operations of accounts. */
  readonly onAccountAnswer?: Parameters<typeof createManagementApp>[1]['onAccountReply'];
}

/**
 * START HERE. The read API with its own database pool, so that reads do not compete with other work of the
 * process. It connects on the first request and answers 503 while PostgreSQL is unavailable. `stop` waits for requests in flight.
 */
export function createApi(deps: ApiDeps, config: ApiConfig): ManagementService {
  const { logger, metrics, clock, onAnswer, onAccountAnswer } = deps;
  const db = createDatabase({
    ...poolDefaults('api', deps),
    url: config.databaseUrl,
    poolSize: config.poolSize,
    connectMs: config.connectMs,
    statementMs: config.statementMs,
  });
  const store = createBlobStore(config.store, db);
  const resolver = createFrameResolver({ db, store, metrics, logger, clock }, config.resolver);
  const caps = createCapReader(config.redisUrl, logger);
  const services = createAccountServices(logger, config);
  const operations = createOperations(createFrameReader(resolver, config), caps, services);
  const accountOperations = createAccountOperations(services);
  const limiter = createRequestLimiter({ atOnce: config.poolSize, waiting: config.maxWaiting, waitMs: config.waitMs });
  const app = createManagementApp(operations, {
    db,
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
    start: () => Promise.resolve(),
    stop: async () => {
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
