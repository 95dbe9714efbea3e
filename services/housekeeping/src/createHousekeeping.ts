import { databaseProblem, listenForSettings } from '@sluice/db';
import { closeRedis, connectPatientRedis, redisProblem, type RedisClient } from '@sluice/redis';
import { composeComponents, type Component, type HealthCheck } from '@sluice/runtime';
import type { HousekeepingConfig } from './config.js';
import { clockProblem } from './clockProblem.js';
import { connectTasks } from './connectTasks.js';
import type { HousekeepingDeps } from './housekeepingDeps.js';
import { createTasks, taskComponent } from './tasks.js';

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
    const { depth, taskDeps } = connectTasks(deps, redis, config);
    const { tasks, followSettings } = createTasks(taskDeps, config);
    const { listens, listenUrl } = config.listen;
    const listener = listenForSettings(db, followSettings, { url: listenUrl?.() });
    return composeComponents(
      [
        { name: 'redis', start: () => Promise.resolve(), stop: () => closeRedis(redis) },
        { name: 'depth', start: depth.start, stop: depth.stop },
        ...(listens ? [{ name: 'listener', ...listener }] : []),
        ...tasks.map((task) => taskComponent(taskDeps, task)),
      ],
      logger,
    );
  };
  const redisCheck = (): Promise<string | undefined> =>
    Promise.resolve(
      client === undefined ? 'not connected to Redis: housekeeping has not started' : redisProblem(client),
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
