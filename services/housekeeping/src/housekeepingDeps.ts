import type { Database } from '@sluice/db';
import type { Clock, Logger, Metrics } from '@sluice/runtime';

/** Dependencies of housekeeping. It opens its own connection to Redis. */
export interface HousekeepingDeps {
  readonly db: Database;
  /** URL of the Redis with allowance and settings. */
  readonly redisUrl: string;
  /** URL of the Redis with the queues. */
  readonly queueRedisUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
}
