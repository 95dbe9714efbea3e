import { compactMetrics, type Compaction, type Database } from '@sluice/db';

/** When a minute is taken for over: what is stored later joins it at a later run. */
const MINUTE_OVER_MS = 2 * 60_000;

/** How long minutes are kept apart: what a chart of one day shows. */
const MINUTES_KEPT_MS = 24 * 3_600_000;

/** Rows of one transaction. */
const ROWS = 5_000;

/**
 * Compacts metric points: transactions' shares into minutes as soon as a minute is over, minutes into hours after a day.
 * Cheap where there is nothing to do; what a run does not get to, the next one does. Only reading is slower without it.
 */
export async function compactSeries(db: Database, nowMs: number, signal: AbortSignal): Promise<void> {
  await compactAll(db, { to: 'minute', beforeMs: nowMs - MINUTE_OVER_MS, limit: ROWS }, signal);
  await compactAll(db, { to: 'hour', beforeMs: nowMs - MINUTES_KEPT_MS, limit: ROWS }, signal);
}

async function compactAll(db: Database, compaction: Compaction, signal: AbortSignal): Promise<void> {
  let looked: number;
  do {
    looked = await compactMetrics(db, compaction);
  } while (looked === compaction.limit && !signal.aborted);
}
