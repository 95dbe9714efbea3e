import { countAccepted, createAcknowledgements } from './acknowledgements.js';
import { composeComponents, parseNetworks, type Component, type HealthCheck } from '@sluice/runtime';
import type { GatewayConfig } from './config.js';
import { connectBackends } from './connectBackends.js';
import type { GatewayDeps } from './gatewayDeps.js';
import { gatewayMetrics } from './gatewayMetrics.js';
import { createAgentClassifier } from './admission/filters/classifyAgent.js';
import { createBufferBudget } from './http/bufferBudget.js';
import { createGatewayServer } from './http/createGatewayServer.js';
import { createEnvelopeHandler } from './http/envelope.js';
import { findMountedHandler } from './http/mountedHandlers.js';
import { createManagementApp } from './http/managementApp.js';
import { ingestBatch, type IngestDeps } from './ingestBatch.js';
import { createLedgerSeeder } from './seedLedger.js';
import { createSpooling } from './spool/createSpooling.js';

/** A running gateway. */
export interface Gateway extends Component {
  /** The public port, once started. */
  readonly port: () => number;
  /** Readiness: both Redis connections are alive, or the spool can take what they cannot; and the gateway is not stopping. */
  readonly checks: readonly HealthCheck[];
}

/**
 * A gateway with connections of its own to both Redis servers. `start` resolves when it listens; until both connections
 * are alive it spools batches or, without a spool, answers 503, and its readiness says so.
 */
export function createGateway(deps: GatewayDeps, config: GatewayConfig): Gateway {
  const { logger, clock, database, mountedHandlers = [] } = deps;
  const acknowledgements = createAcknowledgements({ store: database.storeAcknowledged, logger });
  const backends = connectBackends(deps, config);
  const metrics = gatewayMetrics(deps.metrics);
  const { allowance } = backends;
  const publisher = countAccepted(backends.publisher, acknowledgements.count);
  const seedLedger = createLedgerSeeder({ allowance, ledgerSeed: database.ledgerSeed, clock, logger });
  const spooling = createSpooling(
    { ...deps, ...backends, seedLedger, onAcknowledged: acknowledgements.count, settleMs: config.redisRetryMs },
    config,
  );
  const ingestDeps: IngestDeps = {
    settings: backends.settings,
    settling: { allowance, publisher, seedLedger, onStepDone: metrics.observeStep, settleMs: config.redisRetryMs },
    caps: allowance,
    pressure: backends.pressure.current,
    isUsable: backends.isUsable,
    classifyAgent: createAgentClassifier(),
    trustedProxies: parseNetworks(config.trustedProxies),
    limits: config,
    spool: spooling?.spool,
    duplicateWindowMs: config.duplicateWindowMs,
    clock,
    metrics,
  };
  let isStopping = false;
  const envelope = createEnvelopeHandler({
    ingest: (request) => ingestBatch(request, ingestDeps),
    limits: config,
    budget: createBufferBudget(config.maxBufferedBytes),
    metrics,
    logger,
    isStopping: () => isStopping,
  });
  const management = createManagementApp(findMountedHandler(mountedHandlers, { url: '/api/0/docs' }) !== undefined);
  const server = createGatewayServer({ envelope, management, mountedHandlers }, config);
  // The server last: it starts when all it needs is there, and stops before anything it needs.
  const whole = composeComponents(
    [
      { name: 'acknowledgements', ...acknowledgements },
      ...backends.components,
      ...(spooling?.components ?? []),
      { name: 'http', ...server },
    ],
    logger,
  );
  return {
    port: server.port,
    start: whole.start,
    stop: async () => {
      isStopping = true;
      await whole.stop();
    },
    checks: [
      ...backends.checks,
      ...(spooling?.checks ?? []),
      { name: 'gateway', check: () => Promise.resolve(isStopping ? 'is stopping' : undefined) },
    ],
  };
}
