import { deleteStale, type Database, type StaleCounts } from '@sluice/db';
import type { HousekeepingConfig } from '../config.js';

const DAY_MS = 86_400_000;

/** What bounds one run of {@link deleteStaleRecords}. */
export interface StaleRun {
  /** The longest retention of events, days: nothing that explains an event goes before it. */
  readonly longest: number;
  readonly signal: AbortSignal;
}

/**
 * Deletes, batch by batch, what is not partitioned by arrival and has a retention of its own: hourly usage, dead letters
 * (so long as their events would have been kept, at least, for the accounting to add up), issues and project users that
 * were not seen for long. Resolves with the rows that went.
 */
export async function deleteStaleRecords(
  db: Database,
  now: number,
  config: HousekeepingConfig,
  { longest, signal }: StaleRun,
): Promise<StaleCounts> {
  const before = (days: number): number => now - Math.max(days, longest) * DAY_MS;
  const bounds = {
    usageBeforeMs: before(config.usageDays),
    deadLettersBeforeMs: before(config.deadLetterDays),
    unseenBeforeMs: before(config.unseenDays),
  };
  let total: StaleCounts = { usage: 0, deadLetters: 0, issues: 0, users: 0 };
  let full = true;
  while (full && !signal.aborted) {
    const batch = await deleteStale(db, bounds, config.deleteRows);
    total = {
      usage: total.usage + batch.usage,
      deadLetters: total.deadLetters + batch.deadLetters,
      issues: total.issues + batch.issues,
      users: total.users + batch.users,
    };
    full = Object.values(batch).some((count: number) => count >= config.deleteRows);
  }
  return total;
}
