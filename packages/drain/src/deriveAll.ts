import {
  countFolds,
  createNameBudget,
  upsertProjectUsers,
  type EventTableName,
  type Fold,
  type NameBudget,
  type NameCaps,
  type Tx,
  type UserChange,
  type UserSighting,
} from '@sluice/db';
import type { StoreDefinition, StoredRow } from './definition.js';

/** Bounds of what one transaction derives. */
export interface DeriveLimits {
  /** How many users' times may wait. */
  readonly room: number;
  /** New names that a project may add in an hour. */
  readonly newNames: NameCaps;
}

/** What was derived beside the rows that are written. */
export interface Derived {
  /** Users' times that wait, to be kept once the transaction is committed. */
  readonly waiting: readonly UserChange[];
  /** What was derived under `(other)`. */
  readonly folded: readonly Fold[];
}

/**
 * Derives what follows from stored rows: what the definition says, then their project users (spec 2.2), who are shared by all
 * workers, then what was folded by the caps, which under a flood every worker writes.
 */
export async function deriveAll<Table extends EventTableName>(
  tx: Tx,
  definition: StoreDefinition<Table>,
  stored: readonly StoredRow<Table>[],
  { room, newNames }: DeriveLimits,
): Promise<Derived> {
  const names = createNameBudget(newNames);
  await definition.derive(tx, stored, names);
  const waiting = await deriveUsers(tx, stored, names, room);
  const folded = names.folds();
  await countFolds(tx, folded);
  return { waiting, folded };
}

async function deriveUsers(
  tx: Tx,
  stored: readonly StoredRow<EventTableName>[],
  names: NameBudget,
  room: number,
): Promise<readonly UserChange[]> {
  const sightings: UserSighting[] = [];
  for (const { event, facts } of stored) {
    if (event.user === undefined) continue;
    const { key: userKey, id, email, username, name, ip } = event.user;
    const { projectId } = facts;
    sightings.push({ projectId, userKey, timestampMs: event.timestampMs, id, email, username, name, ip });
  }
  return sightings.length === 0 ? [] : upsertProjectUsers(tx, sightings, room, names);
}
