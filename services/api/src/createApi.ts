import { createDatabase, pingDatabase } from '@sluice/db';
import type { Clock, Component, HealthCheck, Logger, Metrics } from '@sluice/runtime';
import type { RequestListener } from 'node:http';
import { createGate } from './access/createGate.js';
import { apiMetrics } from './apiMetrics.js';
import type { ApiConfig } from './config.js';
import { createApiApp } from './http/createApiApp.js';
import type { OperationDeps } from './http/operationHandler.js';

/** What the read API is given. */
export interface ApiDeps {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** See `OperationDeps`. */
  readonly onAnswer?: OperationDeps['onAnswer'];
}

/** A read API; whoever listens hands it the requests. */
export interface Api extends Component {
  /** Answers everything under `/api/0`, from `start` on; what it does not know gets a 404. */
  readonly handler: RequestListener;
  /** Readiness: the database answers. */
  readonly checks: readonly HealthCheck[];
}

/**
 * START HERE. The read API on connections of its own, so that what people ask for takes nothing from what else this
 * process does. It connects when first asked; while PostgreSQL is away it answers 503. `stop` waits for what is under way.
 */
export function createApi(deps: ApiDeps, config: ApiConfig): Api {
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
  const app = createApiApp({
    db,
    clock,
    gate,
    publicUrl: config.publicUrl,
    logger,
    metrics: apiMetrics(deps.metrics),
    ...(onAnswer === undefined ? {} : { onAnswer }),
  });
  return {
    handler: app,
    start: () => Promise.resolve(),
    stop: db.close,
    checks: [{ name: 'api', check: () => pingDatabase(db) }],
  };
}
