import {
  countFolds,
  createNameBudget,
  upsertProjectUsers,
  type Fold,
  type NameCaps,
  type Tx,
  type UserChange,
  type Watches,
} from '@sluice/db';
import type { StoreDefinition, StoredRow, StoreName } from './definition.js';
import { userSightings } from './userSightings.js';

/** Limits of what one transaction derives. */
export interface DeriveLimits {
  /** How many users' times may stay pending. */
  readonly maxPendingUsers: number;
  /** New names that a project may add in an hour. */
  readonly newNames: NameCaps;
  readonly watches: Watches;
}

/** Results of deriving that are not written yet. */
export interface Derived {
  /** Users' times that are pending; add them to `PendingUsers` after the commit. */
  readonly pendingUsers: readonly UserChange[];
  /** Counts of values derived under `(other)`. */
  readonly folded: readonly Fold[];
}

/**
 * Updates everything derived from stored rows: first what the definition derives, then project users (protocol 2.2),
 * which all workers share, then the counts of names beyond the caps, which all workers write during a flood.
 */
export async function deriveAll<Table extends StoreName, Details>(
  tx: Tx,
  definition: StoreDefinition<Table, Details>,
  stored: readonly StoredRow<Table, Details>[],
  { maxPendingUsers, newNames, watches }: DeriveLimits,
): Promise<Derived> {
  const names = createNameBudget(newNames);
  await definition.derive(tx, stored, { names, watches });
  const sightings = userSightings(stored);
  const waiting = sightings.length === 0 ? [] : await upsertProjectUsers(tx, sightings, maxPendingUsers, names);
  const folded = names.folds();
  await countFolds(tx, folded);
  return { pendingUsers: waiting, folded };
}
