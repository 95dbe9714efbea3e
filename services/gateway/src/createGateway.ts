import { createAgentClassifier } from '@sluice/filters';
import { composeComponents, NO_TRACING, parseNetworks, type HealthCheck, type HttpServer } from '@sluice/runtime';
import { createAcknowledgements } from './acknowledgements.js';
import type { GatewayConfig } from './config.js';
import { connectBackends } from './connectBackends.js';
import type { GatewayDeps } from './gatewayDeps.js';
import { gatewayMetrics } from './gatewayMetrics.js';
import { handleIngest, type EndpointDeps } from './handleIngest.js';
import { createBufferBudget } from './http/bufferBudget.js';
import { createGatewayServer, type HttpHandlers } from './http/createGatewayServer.js';
import { createSiteApp } from './http/createSiteApp.js';
import { findMountedHandler } from './http/mountedHandlers.js';
import { createLedgerSeeder } from './seedLedger.js';
import { createRefusals } from './refusals/createRefusals.js';
import { createSpooling } from './spool/createSpooling.js';

/** Memory for the first lines of bodies whose key is not known yet, in bytes. */
const FIRST_LINES_BYTES = 4_194_304;

/** A running gateway. */
export interface Gateway extends HttpServer {
  /** Ready if both Redis connections are alive or the spool has room. */
  readonly checks: readonly HealthCheck[];
}

/**
 * Returns a gateway with its connections to both Redis servers. `start` resolves when it listens. Until both connections are
 * alive it is not ready and answers 503, or spools batches.
 */
export function createGateway(deps: GatewayDeps, config: GatewayConfig): Gateway {
  const { logger, clock, database, mountedHandlers = [], tracing = NO_TRACING } = deps;
  const acknowledgements = createAcknowledgements({ store: database.storeAcknowledged, logger });
  const refusals = createRefusals({
    storeSamples: database.storeRefusedSamples,
    storeOrigins: database.storeRefusedOrigins,
    storeKeys: database.storeRefusedKeys,
    storeSdkCounts: database.storeSdkCounts,
    clock,
    logger,
  });
  const backends = connectBackends(deps, config);
  const metrics = gatewayMetrics(deps.metrics, { top: config.topProjects, clock });
  const { allowance, publisher, settings, isUsable } = backends;
  const pressure = backends.pressure.current;
  const seedLedger = createLedgerSeeder({ allowance, ledgerSeed: database.ledgerSeed, clock, logger });
  const { visitorOf } = backends.visitors;
  const settled = { onAcknowledged: acknowledgements.count, settleMs: config.redisRetryMs };
  const settling = { allowance, publisher, seedLedger, visitorOf, ...settled };
  const spooling = createSpooling({ ...deps, ...settling, pressure, isUsable }, config);
  const endpointDeps: EndpointDeps = {
    ...settling,
    onStepDone: metrics.observeStep,
    settings,
    pressure,
    isUsable,
    classifyAgent: createAgentClassifier(),
    trustedProxies: parseNetworks(config.trustedProxies),
    limits: config,
    budget: createBufferBudget(config.maxBufferedBytes),
    firstLineBudget: createBufferBudget(FIRST_LINES_BYTES),
    spool: spooling?.spool,
    duplicateWindowMs: config.duplicateWindowMs,
    clock,
    metrics,
    tracing,
    refusals,
    logger,
  };
  const management = createSiteApp(findMountedHandler(mountedHandlers, { url: '/api/0/docs' }) !== undefined);
  const ingest: HttpHandlers['ingest'] = (endpoint, request, response) =>
    void handleIngest(endpoint, request, response, endpointDeps);
  const server = createGatewayServer({ ingest, site: management, mountedHandlers }, config);
  // The server is last: it starts after everything that it uses, and stops before it.
  const whole = composeComponents(
    [
      { name: 'acknowledgements', ...acknowledgements },
      { name: 'refusals', start: refusals.start, stop: refusals.stop },
      ...backends.components,
      ...(spooling?.components ?? []),
      { name: 'http', ...server },
    ],
    logger,
  );
  return {
    port: server.port,
    drain: server.drain,
    start: whole.start,
    stop: whole.stop,
    checks: [...backends.checks, ...(spooling?.checks ?? [])],
  };
}
