import { DAY_MS } from '@sluice/contract';
import { createDatabase, type Database } from '@sluice/db';
import { closeRedis, connectPatientRedis } from '@sluice/redis';
import { createMetrics, poolDefaults, type Clock, type Logger, type SettingsOf } from '@sluice/runtime';
import type { HOUSEKEEPING_SERVICE_SETTINGS } from './config.js';
import { connectTasks } from './connectTasks.js';
import { rehearseRetention } from './retention/rehearseRetention.js';
import { createTasks, runTask } from './tasks.js';

const POOL_SIZE = 4;
/** A rehearsal counts rows of large tables. */
const STATEMENT_MS = 300_000;

/** What to do once: run a task, list the tasks, or rehearse retention. */
export type OnceRequest =
  | { readonly kind: 'run'; readonly task: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'rehearse retention'; readonly days: number };

/** Dependencies of {@link runOnce}. */
export interface OnceDeps {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The request names a task that does not exist. */
class UnknownTaskError extends Error {
  override readonly name = 'UnknownTaskError';
}

/** Settings of the housekeeping process. */
type OnceConfig = SettingsOf<typeof HOUSEKEEPING_SERVICE_SETTINGS>;

/** Does one thing with connections of its own and resolves with its result. @throws UnknownTaskError */
export async function runOnce(request: OnceRequest, config: OnceConfig, deps: OnceDeps): Promise<unknown> {
  const { logger } = deps;
  const pool = poolDefaults('housekeeping-once', { logger, metrics: createMetrics() });
  const db = createDatabase({ ...pool, url: config.databaseUrl, poolSize: POOL_SIZE, statementMs: STATEMENT_MS });
  try {
    if (request.kind === 'rehearse retention') {
      return await rehearseRetention(db, config.housekeeping, deps.clock() + request.days * DAY_MS);
    }
    return await withTasks(request, { config, db, deps });
  } finally {
    await db.close();
  }
}

interface OnceParts {
  readonly config: OnceConfig;
  readonly db: Database;
  readonly deps: OnceDeps;
}

async function withTasks(
  request: Exclude<OnceRequest, { readonly kind: 'rehearse retention' }>,
  { config, db, deps }: OnceParts,
): Promise<unknown> {
  const { logger, clock, signal } = deps;
  const { redisUrl, queueRedisUrl, housekeeping } = config;
  const redis = connectPatientRedis({ url: redisUrl, name: 'housekeeping-once', logger });
  const all = { db, redisUrl, queueRedisUrl, logger, clock, metrics: createMetrics() };
  const { depth, taskDeps } = connectTasks(all, redis, housekeeping);
  try {
    const { tasks } = createTasks(taskDeps, housekeeping);
    if (request.kind === 'list') return tasks.map(({ name, periodMs, exclusive }) => ({ name, periodMs, exclusive }));
    const task = tasks.find(({ name }) => name === request.task);
    if (task === undefined) {
      const names = tasks.map(({ name }) => name).join(', ');
      throw new UnknownTaskError(`There is no task "${request.task}". The tasks are: ${names}.`);
    }
    await depth.start();
    const began = clock();
    const ran = await runTask(db, task, signal);
    return { task: task.name, ran, ms: clock() - began };
  } finally {
    await depth.stop();
    await closeRedis(redis);
  }
}
