import {
  keepsIncidents,
  type DestinationConfig,
  type DestinationKind,
  type DestinationSecrets,
  type QuietHours,
} from '@sluice/contract';
import { sql, type Selectable } from 'kysely';
import { type Queryable, type Schema, type Tx, wholeOrganization } from '@sluice/db';
import { resumeWaiting } from './resumeWaiting.js';

/** A destination as deliveries need it. Contains secrets. */
export interface AlertDestination {
  readonly organizationId: string;
  readonly id: string;
  readonly kind: DestinationKind;
  readonly name: string;
  readonly config: DestinationConfig;
  readonly secrets: DestinationSecrets;
  readonly quietHours: QuietHours | null;
  /** Messages of a UTC hour. */
  readonly hourlyLimit: number;
  readonly isPaused: boolean;
  /** How many messages in a row failed. */
  readonly failures: number;
  /** Addresses that got alerts before they had to confirm that, and until when they do. */
  readonly unconfirmed: readonly string[] | null;
  readonly unconfirmedUntil: Date | null;
}

/** Returns destinations by id; those that are deleted are left out. */
export async function readDestinations(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AlertDestination>> {
  if (ids.length === 0) return new Map();
  const rows = await db.kysely
    .selectFrom('alert_destinations')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, destinationOf(row)]));
}

const destinationOf = (row: Selectable<Schema['alert_destinations']>): AlertDestination => ({
  organizationId: row.organization_id,
  id: row.id,
  kind: row.kind,
  name: row.name,
  config: row.config,
  secrets: row.secrets,
  quietHours: row.quiet_hours,
  hourlyLimit: row.hourly_limit,
  isPaused: row.paused_at !== null,
  failures: row.failures,
  unconfirmed: row.unconfirmed,
  unconfirmedUntil: row.unconfirmed_until,
});

/** One destination. */
export interface DestinationKey {
  readonly organizationId: string;
  readonly destinationId: string;
}

/**
 * Returns the destination of an attempt; `undefined` if it is deleted. Call it after the delivery is claimed. If the destination keeps
 * incidents and is being deleted, the call waits until that is committed.
 *
 * Invariant: an attempt that may open an incident is known to the deletion of its destination. Either its claim was committed before the
 * deletion locked the destination, and `closeDestination` reads it, or the attempt reads that the destination is deleted.
 */
export async function readDestinationForAttempt(
  db: Queryable,
  { organizationId, destinationId }: DestinationKey,
): Promise<AlertDestination | undefined> {
  const destination = (await readDestinations(db, [destinationId])).get(destinationId);
  if (destination === undefined || !keepsIncidents(destination.kind)) return destination;
  // A key share: it conflicts with the lock of a deletion, not with those of attempts that are settled.
  const { rows } = await sql`
    select from alert_destinations
    where organization_id = ${organizationId}::int8 and id = ${destinationId}::int8 and deleted_at is null
    for key share`.execute(db.kysely);
  return rows.length === 0 ? undefined : destination;
}

/**
 * Pauses a destination, unless it is paused: nothing is sent to it until it is resumed. Locks its row in either
 * case. Resolves with whether it is this call that paused it; `undefined` if the destination is deleted.
 *
 * Invariant: a delivery that is committed as `paused` has a paused destination. Whoever writes that state holds the row of the
 * destination, which a resume locks before it looks for such deliveries: it finds all of them.
 */
export async function pauseDestination(
  tx: Tx,
  { organizationId, destinationId }: DestinationKey,
  reason: string,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_new: boolean }>`
    update alert_destinations set paused_at = coalesce(paused_at, now()),
      paused_reason = coalesce(paused_reason, ${reason}), failures = failures + 1
    where organization_id = ${organizationId}::int8 and id = ${destinationId}::int8 and deleted_at is null
    returning paused_at = now() as is_new`.execute(tx.kysely);
  return rows[0]?.is_new;
}

/** Counts a failed message of a destination that stays active. */
export async function markFailed(tx: Tx, { organizationId, destinationId }: DestinationKey): Promise<void> {
  await sql`
    update alert_destinations set failures = failures + 1 where organization_id = ${organizationId}::int8
      and id = ${destinationId}::int8`.execute(tx.kysely);
}

/** Returns whether a destination is paused and not deleted, and locks its row against a resume until the transaction ends. */
export async function isHeldPaused(tx: Tx, { organizationId, destinationId }: DestinationKey): Promise<boolean> {
  const { rows } = await sql<{ paused_at: Date | null }>`
    select paused_at from alert_destinations
    where organization_id = ${organizationId}::int8 and id = ${destinationId}::int8 and deleted_at is null for share`.execute(
    tx.kysely,
  );
  return rows[0]?.paused_at instanceof Date;
}

/** How old `last_sent_at` may become while messages are sent: not every message writes the row. */
const SENT_S = 10;

/** Records that a destination works. */
export async function markSent(db: Queryable, { organizationId, destinationId }: DestinationKey): Promise<void> {
  await sql`
    update alert_destinations set failures = 0, last_sent_at = now()
    where organization_id = ${organizationId}::int8 and id = ${destinationId}::int8
      and (failures > 0 or last_sent_at is null or last_sent_at < now() - make_interval(secs => ${SENT_S}))`.execute(
    db.kysely,
  );
}

/** Resumes a destination: see {@link resumeWaiting} for its waiting deliveries. Resolves with false if it was not paused. */
export async function resumeDestination(tx: Tx, { organizationId, destinationId }: DestinationKey): Promise<boolean> {
  const { rows } = await sql<{ hourly_limit: number; quiet_hours: QuietHours | null }>`
    update alert_destinations set paused_at = null, paused_reason = null, failures = 0
    where organization_id = ${organizationId}::int8 and id = ${destinationId}::int8 and paused_at is not null
    returning hourly_limit, quiet_hours`.execute(tx.kysely);
  const [row] = rows;
  if (row === undefined) return false;
  const projectIds = await readProjectIds(tx, organizationId);
  const { hourly_limit: hourlyLimit, quiet_hours: quietHours } = row;
  await resumeWaiting(tx, { organizationId, destinationId, projectIds, hourlyLimit, quietHours });
  return true;
}

/** Returns the `project_id`s of an organization's rows, deleted projects included. */
export async function readProjectIds(tx: Tx, organizationId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where organization_id = ${organizationId}::int8`.execute(tx.kysely);
  return [wholeOrganization(organizationId), ...rows.map(({ id }) => id)];
}

/** Returns the number of destinations that are paused. */
export async function countPausedDestinations(db: Queryable): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from alert_destinations where paused_at is not null and deleted_at is null`.execute(
    db.kysely,
  );
  return rows[0]?.n ?? 0;
}
