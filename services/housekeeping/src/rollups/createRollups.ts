import { DAY_MS } from '@sluice/contract';
import type { Database } from '@sluice/db';
import { deriveDay, listDueDays } from '@sluice/visits';
import { readAgent } from '@sluice/enrichment';
import type { Clock, Logger } from '@sluice/runtime';

/** Days that one pass derives at most. */
const DAYS_A_PASS = 200;

/** New events usually arrived on the current UTC day or the one before; others after a long outage. */
const RECENT_MS = 3 * DAY_MS;

/** How often the whole history is looked at. */
const WHOLE_EVERY_MS = 600_000;

/** Dependencies of {@link createRollups}. */
export interface RollupDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How far back {@link createRollups} looks, in milliseconds. */
interface RollupBounds {
  /** Age of the oldest events. */
  readonly historyMs: number;
  /** See `DeriveDeps`. */
  readonly maxEventAgeMs: number;
}

/**
 * Returns a function that derives the days that are due, newest first. Until a pass finds nothing to do in the whole history,
 * each pass looks at all of it, afterwards one each ten minutes: after an update, earlier days are derived once. A day that fails does
 * not stop the others.
 */
export function createRollups(
  { db, clock, logger }: RollupDeps,
  { historyMs, maxEventAgeMs }: RollupBounds,
): (signal: AbortSignal) => Promise<void> {
  let caughtUpMs = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    const now = clock();
    const isWhole = now - caughtUpMs >= WHOLE_EVERY_MS;
    const due = await listDueDays(db, now - (isWhole ? historyMs : RECENT_MS), DAYS_A_PASS);
    if (isWhole && due.length === 0) caughtUpMs = now;
    for (const day of due) {
      if (signal.aborted) return;
      try {
        await deriveDay(db, day, { clock, readAgent, maxEventAgeMs });
      } catch (error) {
        logger.warn({ err: error, project: day.projectId, kind: day.kind, day: day.day }, 'derivation of a day failed');
      }
    }
  };
}
