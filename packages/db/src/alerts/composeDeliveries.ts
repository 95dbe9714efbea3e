import { randomUUID } from 'node:crypto';
import { keepsIncidents } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';
import { readDestinations, spendHour, type AlertDestination } from './destination.js';
import { isInFlight } from './incidentOrder.js';
import { LINGER_S } from './linger.js';
import { quietUntil } from './quietUntil.js';
import { readAssignees } from './readAssignees.js';

/** Notices of one transaction. Those beyond them are composed by the next one. */
const MOST_NOTICES = 2_000;

/** How long notices of a paused destination wait before it is looked at again; a resume does not wait for it. */
const PAUSED_MS = 300_000;
/** How long notices of a destination with incidents wait for the answer to a request. */
const ANSWER_MS = 1_000;
const HOUR_MS = 3_600_000;

/** The delivery of notices whose destination was deleted: nothing is sent. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Returns projects with notices that are due, at most `limit`; those that have waited for the longest time come first, so that no other
 * project takes the hour of a destination from them again and again.
 */
export async function findDueProjects(db: Queryable, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select project_id from alert_notices where delivery_id is null and due_at <= now()
    group by project_id order by min(at), project_id limit ${limit}`.execute(db.kysely);
  return rows.map((row) => row.project_id);
}

/**
 * Makes one delivery of all due notices of a destination, for each destination of a project, in one transaction, together with those
 * that become due within the linger; if the destination is whom an issue is assigned to, one for each assignee. Returns the number of deliveries; 0 if another process is composing for the project.
 *
 * Invariants:
 * 1. A notice is in at most one delivery, and a delivery is made if and only if its notices say so. Two processes do not divide a burst
 * between them: one composes for a project at a time.
 * 2. A destination gets at most its hourly limit of messages. What is due beyond it becomes due in the next hour, as one message of
 * each project.
 * 3. No delivery is made for a destination that keeps incidents while it is sent something: see `incidentOrder.ts`.
 * 4. In quiet hours and while a destination is paused, notices wait. Nothing is dropped but notices of deleted destinations.
 */
export const composeDeliveries = (db: Database, projectId: string): Promise<number> =>
  inTransaction(db, async (tx) => {
    const nowMs = await composesAlone(tx, projectId);
    if (nowMs === undefined) return 0;
    const byDestination = await takeDue(tx, projectId, nowMs);
    const destinations = await readDestinations(tx, [...byDestination.keys()]);
    let made = 0;
    // In the order of their ids: the limits are rows that other projects' messages count in.
    for (const [destinationId, firingIds] of byDestination) {
      const destination = destinations.get(destinationId);
      for (const notices of await byRecipient(tx, { projectId, destinationId, firingIds }, destination)) {
        made += await composeOne(tx, notices, { destination, nowMs });
      }
    }
    return made;
  });

const composeKey = (projectId: string): RawBuilder<unknown> =>
  sql`hashtextextended('sluice.alerts.compose.' || ${projectId}::text, 0)`;

/** Waits until nobody composes deliveries of a project, and keeps others from it until the transaction ends. */
export async function lockComposing(tx: Tx, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${composeKey(projectId)})`.execute(tx.kysely);
}

/** Returns PostgreSQL's time, milliseconds since 1970, if no other process composes for the project until the transaction ends. */
async function composesAlone(tx: Tx, projectId: string): Promise<number | undefined> {
  const { rows } = await sql<{ mine: boolean; time: Date }>`
    select pg_try_advisory_xact_lock(${composeKey(projectId)}) as mine, clock_timestamp() as time`.execute(tx.kysely);
  const [row] = rows;
  return row?.mine === true ? row.time.getTime() : undefined;
}

interface Notices {
  readonly projectId: string;
  readonly destinationId: string;
  readonly firingIds: readonly string[];
}

/** Divides notices to assignees, each of whom gets a message of their own. Without an assignee they are one group. */
async function byRecipient(
  tx: Tx,
  notices: Notices,
  destination: AlertDestination | undefined,
): Promise<readonly Notices[]> {
  if (destination?.kind !== 'members' || destination.config.audience !== 'assignee') return [notices];
  const assignees = await readAssignees(tx, notices);
  const groups = new Map<string | undefined, string[]>();
  for (const id of notices.firingIds) {
    const assignee = assignees.get(id);
    groups.set(assignee, [...(groups.get(assignee) ?? []), id]);
  }
  return [...groups.values()].map((firingIds) => ({ ...notices, firingIds }));
}

interface ComposeFacts {
  /** `undefined`: deleted. */
  readonly destination: AlertDestination | undefined;
  readonly nowMs: number;
}

async function composeOne(tx: Tx, notices: Notices, { destination, nowMs }: ComposeFacts): Promise<number> {
  if (destination === undefined) {
    await assignNotices(tx, notices, NOBODY);
    return 0;
  }
  const waitUntil = await waitOf(tx, notices, { destination, nowMs });
  if (waitUntil !== undefined) {
    await postponeNotices(tx, notices, waitUntil);
    return 0;
  }
  const { organizationId, id: destinationId, hourlyLimit } = destination;
  if (!(await spendHour(tx, { organizationId, destinationId }, hourlyLimit))) {
    await postponeNotices(tx, notices, (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS);
    return 0;
  }
  const id = randomUUID();
  await sql`
    insert into alert_deliveries (project_id, id, organization_id, destination_id)
    values (${notices.projectId}::int8, ${id}::uuid, ${organizationId}::int8, ${destinationId}::int8)`.execute(
    tx.kysely,
  );
  await assignNotices(tx, notices, id);
  return 1;
}

/** Until when notices wait, milliseconds since 1970; `undefined`: they do not. */
async function waitOf(
  tx: Tx,
  notices: Notices,
  { destination: { kind, isPaused, quietHours }, nowMs }: ComposeFacts & { readonly destination: AlertDestination },
): Promise<number | undefined> {
  if (isPaused) return nowMs + PAUSED_MS;
  const quiet = quietHours === null ? undefined : quietUntil(quietHours, nowMs);
  if (quiet !== undefined) return quiet;
  return keepsIncidents(kind) && (await isInFlight(tx, notices)) ? nowMs + ANSWER_MS : undefined;
}

/** Returns ids of firings by destination, in the order of the destinations' ids. */
async function takeDue(tx: Tx, projectId: string, nowMs: number): Promise<ReadonlyMap<string, readonly string[]>> {
  const soon = new Date(nowMs + LINGER_S * 1_000).toISOString();
  const { rows } = await sql<{ destination_id: string; firing_id: string; due_at: Date }>`
    select destination_id, firing_id, due_at from alert_notices
    where project_id = ${projectId}::int8 and delivery_id is null and due_at <= ${soon}::timestamptz
    order by destination_id, firing_id limit ${MOST_NOTICES} for update skip locked`.execute(tx.kysely);
  const byDestination = new Map<string, string[]>();
  const areDue = new Set(rows.filter((row) => row.due_at.getTime() <= nowMs).map((row) => row.destination_id));
  for (const { destination_id: destination, firing_id: firing } of rows) {
    if (!areDue.has(destination)) continue;
    const firings = byDestination.get(destination);
    if (firings === undefined) byDestination.set(destination, [firing]);
    else firings.push(firing);
  }
  return byDestination;
}

async function assignNotices(
  tx: Tx,
  { projectId, destinationId, firingIds }: Notices,
  delivery: string,
): Promise<void> {
  await sql`
    update alert_notices set delivery_id = ${delivery}::uuid
    where project_id = ${projectId}::int8 and destination_id = ${destinationId}::int8
      and firing_id = any(${[...firingIds]}::uuid[])`.execute(tx.kysely);
}

async function postponeNotices(
  tx: Tx,
  { projectId, destinationId, firingIds }: Notices,
  untilMs: number,
): Promise<void> {
  await sql`
    update alert_notices set due_at = ${new Date(untilMs).toISOString()}::timestamptz
    where project_id = ${projectId}::int8 and destination_id = ${destinationId}::int8
      and firing_id = any(${[...firingIds]}::uuid[])`.execute(tx.kysely);
}
