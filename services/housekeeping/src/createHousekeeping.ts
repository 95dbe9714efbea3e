import { databaseProblem, listenForSettings, type Database } from '@sluice/db';
import { createDepthReader } from '@sluice/queues';
import {
  closeRedis,
  connectPatientRedis,
  createAllowance,
  createProjection,
  isRedisUsable,
  type RedisClient,
} from '@sluice/redis';
import {
  composeComponents,
  type Clock,
  type Component,
  type HealthCheck,
  type Logger,
  type Metrics,
} from '@sluice/runtime';
import type { HousekeepingConfig } from './config.js';
import { clockProblem } from './clockProblem.js';
import { lossGauge } from './losses/detectLosses.js';
import { createReadings } from './readings/createReadings.js';
import { createTaskMetrics } from './taskMetrics.js';
import { createTasks } from './tasks.js';

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

/** A component with readiness checks. */
export interface Housekeeping extends Component {
  readonly checks: readonly HealthCheck[];
}

/**
 * Runs all periodic work: projects settings to Redis, stores refusals in usage, re-anchors months, seeds ledgers,
 * creates partitions, applies retention. Any number of housekeeping processes may run. While a server is unavailable
 * its tasks fail and are retried; nothing is lost. `stop` waits for the current runs.
 */
export function createHousekeeping(deps: HousekeepingDeps, config: HousekeepingConfig): Housekeeping {
  const { db, logger } = deps;
  let client: RedisClient | undefined;
  let running: Component | undefined;
  const build = (redis: RedisClient): Component => {
    const depth = createDepthReader({ url: deps.queueRedisUrl, shards: config.shards, clock: deps.clock, logger });
    const { components, followSettings } = createTasks(
      {
        ...deps,
        allowance: createAllowance(redis),
        projection: createProjection(redis),
        depth,
        metrics: createTaskMetrics(deps.metrics),
        losses: lossGauge(deps.metrics, { checkMs: config.lossCheckMs, clock: deps.clock }),
        read: createReadings(deps),
      },
      config,
    );
    const listener = listenForSettings(db, followSettings);
    return composeComponents(
      [
        { name: 'redis', start: () => Promise.resolve(), stop: () => closeRedis(redis) },
        { name: 'depth', start: depth.start, stop: depth.stop },
        { name: 'listener', ...listener },
        ...components,
      ],
      logger,
    );
  };
  const redisCheck = (): Promise<string | undefined> =>
    Promise.resolve(
      client !== undefined && isRedisUsable(client)
        ? undefined
        : 'Redis does not answer; check REDIS_URL and that Redis runs',
    );
  return {
    start: async () => {
      client = connectPatientRedis({ url: deps.redisUrl, name: 'housekeeping', logger });
      running = build(client);
      await running.start();
    },
    stop: async () => {
      const stopping = running;
      running = undefined;
      await stopping?.stop();
    },
    checks: [
      { name: 'housekeeping redis', check: redisCheck },
      { name: 'housekeeping database', check: () => databaseProblem(db) },
      { name: 'housekeeping clock', check: () => clockProblem(db, deps.clock) },
    ],
  };
}
