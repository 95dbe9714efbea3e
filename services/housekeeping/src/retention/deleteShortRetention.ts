import { deleteExpiredRows, listOrganizations, type Database } from '@sluice/db';

const DAY_MS = 86_400_000;

/** How rows are deleted. */
export interface DeletePace {
  /** Organizations that keep their events as long as this are served by dropped partitions, days. */
  readonly longest: number;
  /** Rows of one statement. */
  readonly rows: number;
  readonly signal: AbortSignal;
}

/**
 * Deletes, batch by batch, the events of organizations that keep them for a shorter time than others do, whose
 * partitions therefore stay. Resolves with the number of rows.
 */
export async function deleteShortRetention(db: Database, now: number, pace: DeletePace): Promise<number> {
  const organizations = await listOrganizations(db);
  let deleted = 0;
  for (const { id, settings } of organizations) {
    if (settings.retentionDays >= pace.longest) continue;
    let batch: number;
    do {
      if (pace.signal.aborted) return deleted;
      batch = await deleteExpiredRows(db, id, now - settings.retentionDays * DAY_MS, pace.rows);
      deleted += batch;
    } while (batch > 0);
  }
  return deleted;
}
