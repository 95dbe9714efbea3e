import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { workByShard, type Placed, type ShardGroup } from '../citus/shards.js';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { isHeldPaused, type DestinationKey } from './destination.js';
import { storableJson } from './storableText.js';

/** A delivery that this process may attempt until its claim ends. */
export interface ClaimedDelivery extends DestinationKey {
  readonly projectId: string;
  readonly id: string;
  readonly kind: 'alert' | 'test' | 'resend';
  /** Number of this attempt, from 1: what an earlier attempt writes later has no effect. */
  readonly attempt: number;
  /** Attempts since the destination was resumed or the delivery was made, this one included: retries are scheduled by it. */
  readonly tries: number;
  /** The message of earlier attempts; `null`: it has not been composed. */
  readonly message: object | null;
  /** What earlier attempts have settled of it, by part: `null`, or why the part was refused for good. */
  readonly progress: Readonly<Record<string, string | null>>;
  /** When it was due. */
  readonly dueAt: Date;
  /** Of the claim. */
  readonly leaseMs: number;
}

/** The claims of one call. */
export interface ClaimOptions {
  readonly limit: number;
  /** How long a claim lasts: longer than an attempt takes. */
  readonly leaseMs: number;
}

/**
 * Claims deliveries that are due, the longest due first. Those whose claim has ended are claimed again: whoever claimed them is
 * gone, or so slow that its result no longer counts. Two processes never claim the same attempt.
 */
export async function claimDeliveries(db: Placed, options: ClaimOptions): Promise<readonly ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  await workByShard(
    db,
    options.limit,
    () => findProjects(db, options.limit),
    async (within, limit) => {
      const rows = await claim(db, within, { ...options, limit });
      claimed.push(...rows);
      return rows.length;
    },
  );
  return claimed;
}

const IS_DUE = sql`state = 'waiting' and next_at <= now() and (claimed_until is null or claimed_until < now())`;

async function findProjects(db: Placed, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select distinct project_id from alert_deliveries where ${IS_DUE} limit ${limit}`.execute(db.kysely);
  return rows.map((row) => row.project_id);
}

/** A claim that is left over is one whose process died, or lost its result. It is no attempt that the receiver failed. */
const WITHOUT_LOST = sql`tries_from = d.tries_from + case when d.claimed_until is null then 0 else 1 end,`;

async function claim(
  db: Placed,
  within: ShardGroup<string>['within'],
  { limit, leaseMs }: ClaimOptions,
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedRow>`
    with due as materialized (
      select project_id, id from alert_deliveries where ${IS_DUE} and ${within('project_id')}
      order by next_at limit ${limit} for update skip locked)
    update alert_deliveries d set attempts = d.attempts + 1, ${WITHOUT_LOST}
      claimed_until = now() + make_interval(secs => ${leaseMs / 1_000}::float8)
    from due where d.project_id = due.project_id and d.id = due.id and ${within('d.project_id')}
    returning d.project_id, d.id, d.organization_id, d.destination_id, d.kind, d.attempts, d.attempts - d.tries_from as tries,
      d.message, d.progress, d.next_at`.execute(db.kysely);
  return rows.map((row) => ({
    ...{ projectId: row.project_id, id: row.id, organizationId: row.organization_id, kind: row.kind },
    ...{ destinationId: row.destination_id, attempt: row.attempts, tries: row.tries, message: row.message },
    ...{ progress: row.progress ?? {}, dueAt: row.next_at, leaseMs },
  }));
}

interface ClaimedRow {
  readonly project_id: string;
  readonly id: string;
  readonly organization_id: string;
  readonly destination_id: string;
  readonly kind: ClaimedDelivery['kind'];
  readonly attempts: number;
  readonly tries: number;
  readonly message: object | null;
  readonly progress: ClaimedDelivery['progress'] | null;
  readonly next_at: Date;
}

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
 * Stores the message of a delivery, so that each attempt sends the same, and begins the lease anew. Returns the message as stored:
 * send that. Resolves with `undefined` if another attempt began.
 */
export async function storeMessage(
  db: Queryable,
  { projectId, id, attempt, leaseMs }: ClaimedDelivery,
  message: object,
): Promise<object | undefined> {
  const { rows } = await sql<{ message: object }>`
    update alert_deliveries set message = ${storableJson(message)}::json,
      claimed_until = now() + make_interval(secs => ${leaseMs / 1_000}::float8)
    where project_id = ${projectId}::int8 and id = ${id}::uuid and attempts = ${attempt} and state = 'waiting'
    returning message`.execute(db.kysely);
  return rows[0]?.message;
}

/**
 * Gives a delivery back whose destination is paused: it waits until the destination is resumed, and if that has happened meanwhile, it
 * is due. The number of the attempt is used up, so that whoever claimed it earlier stays outdated; the schedule does not count it.
 */
export const parkDelivery = (db: Database, delivery: ClaimedDelivery): Promise<void> =>
  inTransaction(db, async (tx) => {
    const state = (await isHeldPaused(tx, delivery)) ? 'paused' : 'waiting';
    const { projectId, id, attempt } = delivery;
    await sql`
      update alert_deliveries set state = ${state}, claimed_until = null, tries_from = tries_from + 1
      where project_id = ${projectId}::int8 and id = ${id}::uuid and attempts = ${attempt} and state = 'waiting'`.execute(
      tx.kysely,
    );
  });

/** Ends a delivery of which nothing is left to send. Without effect if another attempt began. */
export async function endDelivery(
  db: Queryable,
  { projectId, id, attempt }: ClaimedDelivery,
  problem: string,
): Promise<void> {
  await sql`
    update alert_deliveries set state = 'failed', claimed_until = null, problem = ${problem}, finished_at = now()
    where project_id = ${projectId}::int8 and id = ${id}::uuid and attempts = ${attempt} and state = 'waiting'`.execute(
    db.kysely,
  );
}

/** Asks for a message that says that alerts reach a destination. Returns the id of the delivery. */
export async function requestTest(
  db: Queryable,
  { organizationId, destinationId, projectId }: DestinationKey & { readonly projectId: string },
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into alert_deliveries (project_id, id, organization_id, destination_id, kind)
    values (${projectId}::int8, ${id}::uuid, ${organizationId}::int8, ${destinationId}::int8, 'test')`.execute(
    db.kysely,
  );
  return id;
}

/**
 * Sends the message of a delivery once more, as a new delivery: receivers that have seen the first one do not ignore it. Returns its id;
 * `undefined` if the project has no such delivery, or nothing was composed yet.
 */
export async function resendDelivery(
  db: Queryable,
  { projectId, id }: Pick<ClaimedDelivery, 'projectId' | 'id'>,
): Promise<string | undefined> {
  const again = randomUUID();
  const { rows } = await sql`
    insert into alert_deliveries (project_id, id, organization_id, destination_id, kind, message)
    select project_id, ${again}::uuid, organization_id, destination_id, 'resend', message
    from alert_deliveries where project_id = ${projectId}::int8 and id = ${id}::uuid and message is not null
    returning 1`.execute(db.kysely);
  return rows.length === 0 ? undefined : again;
}

/** Returns for how many seconds the oldest due delivery has been due; 0 if there is none. */
export async function readDeliveryAge(db: Queryable): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(extract(epoch from now() - min(next_at)), 0)::float8 as age
    from alert_deliveries where state = 'waiting'`.execute(db.kysely);
  return Math.max(0, rows[0]?.age ?? 0);
}
