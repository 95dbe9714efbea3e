import { createDatabase, followReplica, type Database, type DatabaseOptions } from '@sluice/db';
import type { StaleReads } from '@sluice/management';
import { createLru, periodicTask, type Clock, type Component, type Logger } from '@sluice/runtime';
import type { ReadMetrics } from './readMetrics.js';

/** What reads of a replica need. */
interface StaleReadsDeps {
  readonly primary: Database;
  /** Options of the pool of connections to the replica. */
  readonly pool: DatabaseOptions;
  readonly maxAgeMs: number;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly metrics: ReadMetrics;
}

/** How often the replica is compared with the primary. Its age is at least this old. */
const POLL_MS = 500;

/** Organizations whose last change is known; each takes about 100 bytes. */
const MAX_ORGANIZATIONS = 10_000;

/**
 * Returns where reads go that may be stale: to the replica while it is out of date by at most `maxAgeMs` and has what the
 * reader must see. Changes are known for each organization, so that a reader of one sees every change made through this process.
 */
export function createStaleReads(
  deps: StaleReadsDeps,
): StaleReads & Component & { readonly poll: () => Promise<void> } {
  const { primary, pool, maxAgeMs, logger, clock, metrics } = deps;
  const db = createDatabase(pool);
  const replica = followReplica(primary, db, clock);
  const changes = createLru<number>(MAX_ORGANIZATIONS);
  const ageMs = (): number | undefined => {
    const freshMs = replica.freshMs();
    return freshMs === undefined ? undefined : clock() - freshMs;
  };
  metrics.followAge(ageMs, maxAgeMs);
  const task = periodicTask('replica', POLL_MS, logger, replica.poll);
  return {
    maxAgeMs,
    poll: replica.poll,
    choose: ({ organizationId, afterMs }) => {
      const [freshMs, age] = [replica.freshMs(), ageMs()];
      if (freshMs === undefined || age === undefined) return metrics.count('replica_unavailable');
      if (age > maxAgeMs) return metrics.count('replica_late');
      if (freshMs <= Math.max(afterMs, changes.get(organizationId) ?? 0)) return metrics.count('own_change');
      metrics.count('replica');
      return { db, ageMs: age };
    },
    failed: () => {
      metrics.count('replica_failed');
      replica.forget();
    },
    changed: (organizationId) => {
      const now = clock();
      changes.set(organizationId, now);
      return now;
    },
    start: task.start,
    stop: async () => {
      await task.stop();
      await db.close();
    },
  };
}
