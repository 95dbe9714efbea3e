import type { Database } from '@sluice/db';
import { findEndpointHours, rollUpEndpoints } from '@sluice/traces';

/** The most hours of one pass. */
const HOURS = 50;

/**
 * Derives the root spans of all hours that got spans since the last time. A run that does not finish is continued by the next
 * one.
 */
export async function rollUpHours(db: Database, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await findEndpointHours(db, HOURS);
    for (const hour of due) {
      if (signal.aborted) return;
      await rollUpEndpoints(db, hour);
    }
    if (due.length < HOURS) return;
  }
}
