import type { Clock, Component, HealthCheck, Logger, Metrics } from '@sluice/runtime';
import type { GatewayConfig } from './config.js';
import type { GatewayDatabase } from './database.js';

/** What a gateway is given. */
export interface GatewayDeps {
  readonly database: GatewayDatabase;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/** A running gateway. */
export interface Gateway extends Component {
  /** The public port, once started. */
  readonly port: () => number;
  /** Readiness: both Redis connections are alive, and the gateway is not stopping. */
  readonly checks: readonly HealthCheck[];
}

/** A gateway with connections of its own to both Redis servers. */
export function createGateway(deps: GatewayDeps, config: GatewayConfig): Gateway {
  throw new Error(`not yet: ${config.port} ${deps.clock()}`);
}
