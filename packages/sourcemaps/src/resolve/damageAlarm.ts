import { reportDamage } from '../sql/recompileSourceMaps.js';
import type { Database } from '@sluice/db';
import { createLru, type Logger } from '@sluice/runtime';
import type { StoredMap } from './lookUpStoredMaps.js';
import type { PendingWork } from './pendingWork.js';
import type { ResolverMetrics } from './resolverMetrics.js';

/**
 * Reports once per index that it is damaged or lost: as a metric, in the log, and to the database, so that it is
 * rebuilt.
 */
export type DamageAlarm = (map: StoredMap, problem: string) => void;

/** Number of indexes that are remembered as reported. */
const REMEMBERED = 10_000;

/**
 * Returns an alarm that never rejects and is not awaited. If the database is unavailable, the next damage reports it.
 */
export function createDamageAlarm(deps: {
  readonly db: Database;
  readonly logger: Logger;
  readonly counts: ResolverMetrics;
  readonly pending: PendingWork;
}): DamageAlarm {
  const { db, logger, counts, pending } = deps;
  const states = createLru<'logged' | 'stored'>(REMEMBERED);
  return ({ projectId, mapId, indexId }, problem) => {
    const state = states.get(indexId);
    if (state === 'stored') return;
    states.set(indexId, 'stored');
    if (state === undefined) {
      counts.damaged.inc();
      logger.error({ projectId, sourceMapId: mapId, indexId, problem }, 'the index of a source map is damaged');
    }
    void pending.add(reportDamage(db, projectId, mapId, indexId)).catch((err: unknown) => {
      states.set(indexId, 'logged');
      logger.warn({ err, projectId, sourceMapId: mapId }, 'damage of a source map could not be reported');
    });
  };
}
