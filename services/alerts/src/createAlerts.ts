import { databaseProblem, type Database } from '@sluice/db';
import {
  composeComponents,
  type Clock,
  type Component,
  type HealthCheck,
  type Logger,
  type Metrics,
} from '@sluice/runtime';
import type { AlertsConfig } from './config.js';

/** Dependencies of alerts. */
export interface AlertsDeps {
  readonly db: Database;
  /** URL of the Redis with the queues: the age of the oldest job tells which minutes are complete. */
  readonly queueRedisUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/** A component with readiness checks. */
export interface Alerts extends Component {
  readonly checks: readonly HealthCheck[];
}

/** START HERE. Decides which rules fire, and sends messages about it. Any number of processes may run. */
export function createAlerts({ db, logger }: AlertsDeps, config: AlertsConfig): Alerts {
  const all = composeComponents([], logger);
  return {
    start: async () => {
      await all.start();
      logger.info({ deliveries: config.deliveries }, 'alerts started');
    },
    stop: all.stop,
    checks: [{ name: 'alerts', check: () => databaseProblem(db) }],
  };
}
