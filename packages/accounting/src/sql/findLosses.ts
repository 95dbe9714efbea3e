import { HOUR_MS, startOfHour } from '@sluice/contract';
import type { Queryable } from '@sluice/db';
import { compareHour } from './compareHour.js';
import { findDueHours } from './findDueHours.js';
import type { Loss } from './loss.js';

/** One check of a range of hours. */
export interface LossCheck {
  /** Both included, in hours since 1970. */
  readonly fromHour: number;
  readonly throughHour: number;
  /** Everything published before this time has left the queues, milliseconds since 1970. */
  readonly drainedMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Changes made by a check. */
export interface LossChanges {
  /** New losses, or more than were reported before. */
  readonly found: readonly Loss[];
  /** Reported before and stored since; `lost` is still missing. */
  readonly recovered: readonly Loss[];
}

/** How often an hour without changes is compared again, in case `usage` was changed by hand. */
const RECHECK_MS = HOUR_MS;
/** The most hours of one check. Each aggregates its `usage`; the others wait for the next check. */
const MAX_HOURS = 12;

/**
 * Compares what gateways acknowledged with what workers stored, one statement for each hour, and stores the differences. Only
 * hours that need it: see {@link findDueHours}.
 */
export async function findLosses(db: Queryable, check: LossCheck): Promise<LossChanges> {
  const changed: { readonly loss: Loss; readonly before: number }[] = [];
  const range = {
    from: new Date(startOfHour(check.fromHour)),
    until: new Date(startOfHour(check.throughHour + 1)),
    comparedBefore: new Date(check.clock() - RECHECK_MS),
  };
  for (const hour of await findDueHours(db, range, MAX_HOURS)) {
    changed.push(
      ...(await compareHour(db, hour, { drainedAt: new Date(check.drainedMs), at: new Date(check.clock()) })),
    );
  }
  return {
    found: changed.filter(({ loss, before }) => loss.lost > before).map(({ loss }) => loss),
    recovered: changed.filter(({ loss, before }) => loss.lost < before).map(({ loss }) => loss),
  };
}
