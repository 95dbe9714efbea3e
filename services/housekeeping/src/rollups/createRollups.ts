import { deriveDay, listDueDays, type Database } from '@sluice/db';
import type { Clock, Logger } from '@sluice/runtime';

/** Days that one pass derives at most. */
const DAYS_A_PASS = 200;

/** New events usually arrive on the current UTC day or the one before; others only after a long outage. */
const RECENT_MS = 3 * 86_400_000;

/** Dependencies of {@link createRollups}. */
export interface RollupDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Returns a function that derives the days that are due, newest first. Until a pass finds nothing to do in the whole history,
 * each pass looks at all of it: after an update, earlier days are derived once. A day that fails does not stop the others.
 * @param historyMs age of the oldest events
 */
export function createRollups(
  { db, clock, logger }: RollupDeps,
  historyMs: number,
): (signal: AbortSignal) => Promise<void> {
  let isCaughtUp = false;
  return async (signal) => {
    const now = clock();
    const due = await listDueDays(db, now - (isCaughtUp ? RECENT_MS : historyMs), DAYS_A_PASS);
    isCaughtUp ||= due.length === 0;
    for (const day of due) {
      if (signal.aborted) return;
      try {
        await deriveDay(db, day, clock);
      } catch (error) {
        logger.warn({ err: error, project: day.projectId, kind: day.kind, day: day.day }, 'derivation of a day failed');
      }
    }
  };
}
