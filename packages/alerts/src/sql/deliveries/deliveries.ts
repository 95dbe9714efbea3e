import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, inTransaction, type Queryable, type Tx } from '@sluice/db';
import { changeAttempt, leaseOf } from './changeAttempt.js';
import type { ClaimedDelivery } from './claimDeliveries.js';
import { isHeldPaused, type DestinationKey } from './destination.js';
import { storableJson } from '../../decide/storableJson.js';

/** A firing of a delivery. */
export interface DeliveredFiring {
  readonly id: string;
  readonly ruleId: string;
  readonly kind: string;
  readonly subject: string;
  readonly state: 'firing' | 'recovered' | 'notice';
  readonly details: Readonly<Record<string, unknown>>;
  readonly suppressed: number;
  readonly at: Date;
}

/** Returns the firings of a delivery, the oldest first. */
export async function readDeliveryFirings(
  db: Queryable,
  { projectId, id }: Pick<ClaimedDelivery, 'projectId' | 'id'>,
): Promise<readonly DeliveredFiring[]> {
  const { rows } = await sql<DeliveredRow>`
    select f.id, f.rule_id, f.kind, f.subject, f.state, f.details, f.suppressed, f.at
    from alert_notices n join alert_firings f on f.project_id = n.project_id and f.id = n.firing_id
    where n.project_id = ${projectId}::int8 and n.delivery_id = ${id}::uuid order by f.at, f.id`.execute(db.kysely);
  return rows.map(({ rule_id: ruleId, ...row }) => ({ ...row, ruleId }));
}

type DeliveredRow = Omit<DeliveredFiring, 'ruleId'> & { readonly rule_id: string };

/** Returns the names of rules by id, disabled ones too; deleted ones are left out. */
export async function readRuleNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.kysely
    .selectFrom('alert_rules')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Stores the message of a delivery, so that each attempt sends the same, and renews the lease. Returns the stored message:
 * send that one. Resolves with `undefined` if another attempt began.
 */
export async function storeMessage(
  db: Queryable,
  delivery: ClaimedDelivery,
  message: object,
): Promise<object | undefined> {
  const { projectId, id, attempt } = delivery;
  const { rows } = await sql<{ message: object }>`
    update alert_deliveries set message = ${storableJson(message)}::json, claimed_until = ${leaseOf(delivery)}
    where project_id = ${projectId}::int8 and id = ${id}::uuid and attempts = ${attempt} and state = 'waiting'
    returning message`.execute(db.kysely);
  return rows[0]?.message;
}

/**
 * Releases a delivery whose destination is paused: it waits until the destination is resumed; if that has happened meanwhile, it
 * is due. The attempt keeps its number, so that earlier attempts stay outdated; the schedule of retries does not count it.
 */
export const parkDelivery = (db: Database, delivery: ClaimedDelivery): Promise<void> =>
  inTransaction(db, async (tx) => {
    const state = (await isHeldPaused(tx, delivery)) ? 'paused' : 'waiting';
    await changeAttempt(tx, delivery, sql`state = ${state}, claimed_until = null, tries_from = tries_from + 1`);
  });

/** Ends a delivery of which nothing is left to send. Without effect if another attempt began. */
export async function endDelivery(db: Queryable, delivery: ClaimedDelivery, problem: string): Promise<void> {
  const ended = sql`state = 'failed', claimed_until = null, problem = ${problem}, finished_at = now(), target = null`;
  await changeAttempt(db, delivery, ended);
}

/** A test of a destination. */
interface TestRequest extends DestinationKey {
  readonly projectId: string;
  /** The user who asks; default: none. */
  readonly requestedBy?: string | null;
}

/** Requests a test message to a destination. Returns the id of the delivery. */
export async function requestTest(
  db: Queryable,
  { organizationId, destinationId, projectId, requestedBy = null }: TestRequest,
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into alert_deliveries (project_id, id, organization_id, destination_id, kind, requested_by)
    values (${projectId}::int8, ${id}::uuid, ${organizationId}::int8, ${destinationId}::int8, 'test',
      ${requestedBy}::int8)`.execute(db.kysely);
  return id;
}

/**
 * Sends the message of a delivery once more, as a new delivery: receivers that have seen the first one do not ignore it. If a delivery
 * failed before its message was composed, the new one takes over its notices. Returns its id; `undefined` if the project has no such
 * delivery, or there is nothing to send yet.
 */
export async function resendDelivery(
  tx: Tx,
  { projectId, id }: Pick<ClaimedDelivery, 'projectId' | 'id'>,
): Promise<string | undefined> {
  const again = randomUUID();
  // Two statements: Citus refuses an INSERT that reads a CTE with this UPDATE.
  const { rows: uncomposed } = await sql`
    update alert_notices n set delivery_id = ${again}::uuid from alert_deliveries d
    where n.project_id = ${projectId}::int8 and n.delivery_id = ${id}::uuid
      and d.project_id = ${projectId}::int8 and d.id = ${id}::uuid and d.state = 'failed' and d.message is null
    returning 1`.execute(tx.kysely);
  const { rows } = await sql`
    insert into alert_deliveries (project_id, id, organization_id, destination_id, kind, message, requested_by)
    select project_id, ${again}::uuid, organization_id, destination_id, 'resend', message, requested_by
    from alert_deliveries where project_id = ${projectId}::int8 and id = ${id}::uuid
      and (message is not null or ${uncomposed.length > 0}::bool)
    returning 1`.execute(tx.kysely);
  return rows.length === 0 ? undefined : again;
}

/** Returns for how many seconds the oldest due delivery has been due; 0 if there is none. */
export async function readDeliveryAge(db: Queryable): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(extract(epoch from now() - min(next_at)), 0)::float8 as age
    from alert_deliveries where state = 'waiting'`.execute(db.kysely);
  return Math.max(0, rows[0]?.age ?? 0);
}
