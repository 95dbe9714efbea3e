import { createDatabase, pingDatabase } from '@sluice/db';
import {
  createGate,
  createManagementApp,
  requestMetrics,
  type ManagementService,
  type OperationDeps,
  type ServiceDeps,
} from '@sluice/management';
import type { ApiConfig } from './config.js';
import { docsRouter } from './http/docsRouter.js';
import { operations } from './operations.js';

/** What the read API is given. */
export interface ApiDeps extends ServiceDeps {
  /** See `OperationDeps`. */
  readonly onAnswer?: OperationDeps['onAnswer'];
}

/**
 * START HERE. The read API on connections of its own, so that what people ask for takes nothing from what else this
 * process does. It connects when first asked; while PostgreSQL is away it answers 503. `stop` waits for what is under way.
 */
export function createApi(deps: ApiDeps, config: ApiConfig): ManagementService {
  const { logger, clock, onAnswer } = deps;
  const db = createDatabase({
    url: config.databaseUrl,
    poolSize: config.poolSize,
    applicationName: 'sluice-api',
    connectMs: config.connectMs,
    statementMs: config.statementMs,
    onError: (error) => logger.warn({ err: error }, 'idle database connection lost'),
  });
  const gate = createGate({ atOnce: config.poolSize, waiting: config.maxWaiting, waitMs: config.waitMs });
  const app = createManagementApp(operations, {
    db,
    clock,
    gate,
    publicUrl: config.publicUrl,
    logger,
    metrics: requestMetrics(deps.metrics, 'api'),
    extra: docsRouter(),
    ...(onAnswer === undefined ? {} : { onAnswer }),
  });
  return {
    handler: app,
    start: () => Promise.resolve(),
    stop: db.close,
    checks: [{ name: 'api', check: () => pingDatabase(db) }],
  };
}
