import { randomUUID } from 'node:crypto';
import { MINUTE_MS, HOUR_MS, keepsIncidents } from '@sluice/contract';
import { sql } from 'kysely';
import { type Database, type Queryable, type Tx, composeKey, inTransaction } from '@sluice/db';
import { groupBy } from '../../groupBy.js';
import { readDestinations, type AlertDestination } from './destination.js';
import { findInFlight } from './incidentOrder.js';
import { LINGER_S } from '../../decide/linger.js';
import { DROPS } from '../../drops/drops.js';
import { quietUntil } from '../../decide/quietUntil.js';
import { readAssignees } from './readAssignees.js';
import { chargeHours, type HourDemand } from './chargeHours.js';
import { storeComposed, type ComposedNotices } from './storeComposed.js';

/** Notices of one transaction. Those beyond them are composed by the next one. */
const MOST_NOTICES = 2_000;

/** Time until notices of a paused destination are checked again; a resume does not wait for it. */
const PAUSED_MS = 5 * MINUTE_MS;
/** How long notices of a destination with incidents wait for the answer to a request. */
const ANSWER_MS = 1_000;

/** Kinds of firings whose message is useful only until the hour ends. */
const URGENT = DROPS.filter((drop) => drop.isUrgent === true).map(({ kind }) => kind);

/**
 * Returns projects with notices that are due, at most `limit`; those that have waited longest come first, so that no other
 * project uses up the hourly limit of a destination before them again and again.
 */
export async function findDueProjects(db: Queryable, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select project_id from alert_notices where delivery_id is null and due_at <= now()
    group by project_id order by min(at), project_id limit ${limit}`.execute(db.kysely);
  return rows.map((row) => row.project_id);
}

/**
 * Makes one delivery of all due notices of a destination, for each destination of a project, in one transaction, together with those
 * that become due within the linger. A destination with the audience `assignee` gets one delivery for each assignee. Returns the number of
 * deliveries; 0 if another process is composing for the project.
 *
 * The number of statements does not depend on the number of destinations.
 *
 * Invariants:
 * 1. A notice is in at most one delivery, and a delivery is stored together with its notices. Two processes do not split a burst: one
 * composes for a project at a time.
 * 2. A destination gets at most its hourly limit of messages. Notices beyond it become due in the next hour, as one message of each
 * project. Messages about spike protection are not limited, because they are useful only until the hour ends; there is one for each hour
 * and type.
 * 3. No delivery is made for a destination that keeps incidents while a request to it is in flight: see `incidentOrder.ts`.
 * 4. In quiet hours and while a destination is paused, notices wait. Only notices of deleted destinations are dropped.
 */
export const composeDeliveries = (db: Database, projectId: string): Promise<number> =>
  inTransaction(db, async (tx) => {
    const nowMs = await composesAlone(tx, projectId);
    if (nowMs === undefined) return 0;
    const { byDestination, urgent } = await takeDue(tx, projectId, nowMs);
    if (byDestination.size === 0) return 0;
    const destinations = await readDestinations(tx, [...byDestination.keys()]);
    const waits = await readWaits(tx, projectId, { destinations: [...destinations.values()], nowMs });
    const notices = await byRecipient(tx, projectId, { byDestination, destinations });
    const granted = await chargeHours(tx, demandsOf(notices, { destinations, waits }));
    const composed = decide(notices, { destinations, waits, granted, urgent, nowMs });
    await storeComposed(tx, projectId, composed);
    return composed.filter(({ delivery }) => delivery !== undefined).length;
  });

/** Returns PostgreSQL's time, milliseconds since 1970, if no other process composes for the project until the transaction ends. */
async function composesAlone(tx: Tx, projectId: string): Promise<number | undefined> {
  const { rows } = await sql<{ mine: boolean; time: Date }>`
    select pg_try_advisory_xact_lock(${composeKey(projectId)}) as mine, clock_timestamp() as time`.execute(tx.kysely);
  const [row] = rows;
  return row?.mine === true ? row.time.getTime() : undefined;
}

type FiringsByDestination = ReadonlyMap<string, readonly string[]>;
type Destinations = ReadonlyMap<string, AlertDestination>;

/** Notices of one message. */
interface Notices {
  readonly destinationId: string;
  readonly firingIds: readonly string[];
}

/** Divides notices into those of each message: assignees get one each, of what was assigned to them. */
async function byRecipient(
  tx: Tx,
  projectId: string,
  due: { readonly byDestination: FiringsByDestination; readonly destinations: Destinations },
): Promise<readonly Notices[]> {
  const all = [...due.byDestination].map(([destinationId, firingIds]) => ({ destinationId, firingIds }));
  const isToAssignees = ({ destinationId }: Notices): boolean => {
    const destination = due.destinations.get(destinationId);
    return destination?.kind === 'members' && destination.config.audience === 'assignee';
  };
  const firingIds = [...new Set(all.filter(isToAssignees).flatMap((notices) => notices.firingIds))];
  const assignees = await readAssignees(tx, { projectId, firingIds });
  return all.flatMap((notices) => (isToAssignees(notices) ? byAssignee(notices, assignees) : [notices]));
}

/** Notices without an assignee are one group. */
function byAssignee({ destinationId, firingIds }: Notices, assignees: ReadonlyMap<string, string>): readonly Notices[] {
  const groups = groupBy(firingIds, (id) => assignees.get(id));
  return [...groups.values()].map((group) => ({ destinationId, firingIds: group }));
}

/** Returns until when notices of destinations wait, milliseconds since 1970; those whose notices do not wait are left out. */
async function readWaits(
  tx: Tx,
  projectId: string,
  { destinations, nowMs }: { readonly destinations: readonly AlertDestination[]; readonly nowMs: number },
): Promise<ReadonlyMap<string, number>> {
  const waits = new Map<string, number>();
  for (const { id, isPaused, quietHours } of destinations) {
    const until = isPaused ? nowMs + PAUSED_MS : quietHours === null ? undefined : quietUntil(quietHours, nowMs);
    if (until !== undefined) waits.set(id, until);
  }
  const withIncidents = destinations.filter(({ id, kind }) => keepsIncidents(kind) && !waits.has(id));
  const inFlight = await findInFlight(
    tx,
    projectId,
    withIncidents.map(({ id }) => id),
  );
  for (const id of inFlight) waits.set(id, nowMs + ANSWER_MS);
  return waits;
}

interface ComposeFacts {
  /** Without those that are deleted. */
  readonly destinations: Destinations;
  /** Until when notices wait, milliseconds since 1970. */
  readonly waits: ReadonlyMap<string, number>;
}

/** Returns how many messages each destination would get, in the order of their ids: the limits are rows that other projects' messages count in. */
function demandsOf(notices: readonly Notices[], { destinations, waits }: ComposeFacts): readonly HourDemand[] {
  const counts = new Map<string, number>();
  for (const { destinationId: id } of notices) if (!waits.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].flatMap(([destinationId, messages]) => {
    const destination = destinations.get(destinationId);
    if (destination === undefined) return [];
    const { organizationId, hourlyLimit: limit } = destination;
    return [{ organizationId, destinationId, messages, limit }];
  });
}

/** Decides what happens to notices. Pure except for the ids of deliveries. */
function decide(
  notices: readonly Notices[],
  {
    destinations,
    waits,
    granted,
    urgent,
    nowMs,
  }: ComposeFacts &
    Pick<DueNotices, 'urgent'> & { readonly granted: ReadonlyMap<string, number>; readonly nowMs: number },
): readonly ComposedNotices[] {
  const left = new Map(granted);
  const nextHourMs = (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;
  return notices.map(({ destinationId, firingIds }) => {
    const destination = destinations.get(destinationId);
    const of = { destinationId, firingIds };
    if (destination === undefined) return { ...of, isDropped: true };
    const waitMs = waits.get(destinationId);
    if (waitMs !== undefined) return { ...of, dueMs: waitMs };
    const places = left.get(destinationId) ?? 0;
    if (places < 1 && !firingIds.some((id) => urgent.has(id))) return { ...of, dueMs: nextHourMs };
    left.set(destinationId, places - 1);
    return { ...of, delivery: { id: randomUUID(), organizationId: destination.organizationId } };
  });
}

interface DueNotices {
  /** In the order of the destinations' ids. */
  readonly byDestination: FiringsByDestination;
  /** Firings whose message is useful only until the hour ends. */
  readonly urgent: ReadonlySet<string>;
}

async function takeDue(tx: Tx, projectId: string, nowMs: number): Promise<DueNotices> {
  const soon = new Date(nowMs + LINGER_S * 1_000).toISOString();
  const { rows } = await sql<{ destination_id: string; firing_id: string; due_at: Date; is_urgent: boolean }>`
    select n.destination_id, n.firing_id, n.due_at, f.kind = any(${URGENT}::text[]) as is_urgent
    from alert_notices n join alert_firings f on f.project_id = n.project_id and f.id = n.firing_id
    where n.project_id = ${projectId}::int8 and n.delivery_id is null and n.due_at <= ${soon}::timestamptz
    order by n.destination_id, n.firing_id limit ${MOST_NOTICES} for update of n skip locked`.execute(tx.kysely);
  const areDue = new Set(rows.filter((row) => row.due_at.getTime() <= nowMs).map((row) => row.destination_id));
  const due = groupBy(
    rows.filter((row) => areDue.has(row.destination_id)),
    (row) => row.destination_id,
  );
  const byDestination = new Map([...due].map(([id, group]) => [id, group.map((row) => row.firing_id)]));
  return { byDestination, urgent: new Set(rows.filter((row) => row.is_urgent).map((row) => row.firing_id)) };
}
