import { DAY_MS } from '@sluice/contract';
import { compactMetrics, type Compaction } from './sql/compactMetrics.js';
import type { Database } from '@sluice/db';

/** Age at which a minute counts as complete; values stored later are merged by a later run. */
const MINUTE_OVER_MS = 2 * 60_000;

/** How long minutes are kept before they are merged into hours: the range of a one-day chart. */
const MINUTES_KEPT_MS = DAY_MS;

/** Rows of one transaction. */
const ROWS = 5_000;

/**
 * Compacts metric points: the values of transactions into minutes once a minute is complete, minutes into hours after a
 * day. A run that does not finish is continued by the next one. Without compaction only reads are slower.
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
