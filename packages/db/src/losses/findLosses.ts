import { startOfHour } from '@sluice/contract';
import type { Queryable } from '../connection/createDatabase.js';
import { compareHour } from './compareHour.js';
import { findDueHours } from './findDueHours.js';
import type { Loss } from './loss.js';

/** One look at a range of hours. */
export interface LossCheck {
  /** Both included, in hours since 1970. */
  readonly fromHour: number;
  readonly throughHour: number;
  /** Whatever was published before this has left the queues, milliseconds since 1970. */
  readonly drainedMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** What a look changed. */
export interface LossChanges {
  /** Nobody was told of them before, or not of so many. */
  readonly found: readonly Loss[];
  /** Told before, and stored after all: `lost` is what is left. */
  readonly recovered: readonly Loss[];
}

/** An hour that nothing changed is compared again after so long, in case somebody changed `usage` by hand. */
const RECHECK_MS = 3_600_000;
/** Hours of one look, an aggregate over their `usage` each: the rest waits for the next. */
const MAX_HOURS = 12;

/**
 * Compares what gateways acknowledged with what workers stored, an hour a statement, and keeps what is missing. Only of hours
 * that need it: see {@link findDueHours}.
 */
export async function findLosses(db: Queryable, look: LossCheck): Promise<LossChanges> {
  const changed: { readonly loss: Loss; readonly before: number }[] = [];
  const range = {
    from: new Date(startOfHour(look.fromHour)),
    until: new Date(startOfHour(look.throughHour + 1)),
    comparedBefore: new Date(look.clock() - RECHECK_MS),
  };
  for (const hour of await findDueHours(db, range, MAX_HOURS)) {
    changed.push(...(await compareHour(db, hour, { drainedAt: new Date(look.drainedMs), at: new Date(look.clock()) })));
  }
  return {
    found: changed.filter(({ loss, before }) => loss.lost > before).map(({ loss }) => loss),
    recovered: changed.filter(({ loss, before }) => loss.lost < before).map(({ loss }) => loss),
  };
}
