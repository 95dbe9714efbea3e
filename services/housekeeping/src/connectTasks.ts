import { createDepthReader, type DepthReader } from '@sluice/queues';
import { createAllowance, createProjection, type RedisClient } from '@sluice/redis';
import type { HousekeepingConfig } from './config.js';
import type { HousekeepingDeps } from './housekeepingDeps.js';
import { lossGauge } from './losses/detectLosses.js';
import { createReadings } from './readings/createReadings.js';
import { createTaskMetrics } from './taskMetrics.js';
import type { TaskDeps } from './tasks.js';

/** Dependencies of the tasks; the depth reader must be started and stopped. */
export interface ConnectedTasks {
  readonly depth: DepthReader;
  readonly taskDeps: TaskDeps;
}

/** Builds the dependencies of the tasks on a connection to Redis, and registers their metrics. */
export function connectTasks(deps: HousekeepingDeps, redis: RedisClient, config: HousekeepingConfig): ConnectedTasks {
  const { clock, logger } = deps;
  const depth = createDepthReader({ url: deps.queueRedisUrl, shards: config.shards, clock, logger });
  const taskDeps: TaskDeps = {
    ...deps,
    allowance: createAllowance(redis),
    projection: createProjection(redis),
    depth,
    metrics: createTaskMetrics(deps.metrics),
    losses: lossGauge(deps.metrics, { checkMs: config.lossCheckMs, clock }),
    read: createReadings(deps),
  };
  return { depth, taskDeps };
}
