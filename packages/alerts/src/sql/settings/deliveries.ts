import type { DELIVERY_STATES, DestinationKind } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { found, type Queryable } from '@sluice/db';
import { isEventId, type Page, type PageRequest } from '@sluice/reading';
import type { AlertMessage } from '../../alertMessage.js';
import { readScope, type AlertScope } from './organizationProjects.js';
import { isRowId } from '../rowId.js';
import { isBehind, pageOf, positionTime, type Positioned } from './timePosition.js';

/** A message to a destination. */
export interface ListedDelivery {
  readonly id: string;
  /** Slug; `null`: it concerns the whole organization. */
  readonly project: string | null;
  readonly destination: { readonly id: string; readonly name: string; readonly kind: DestinationKind };
  readonly kind: 'alert' | 'test' | 'resend';
  readonly state: (typeof DELIVERY_STATES)[number];
  /** Of its message; `null` until it is composed. */
  readonly title: string | null;
  /** Number of attempts. */
  readonly attempts: number;
  /** The last problem; `null` if there was none. */
  readonly problem: string | null;
  /** When it is attempted next, if it waits. */
  readonly nextAt: Date | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** An attempt of a delivery. */
interface DeliveryAttempt {
  readonly attempt: number;
  readonly at: Date;
  readonly tookMs: number;
  /** HTTP status or SMTP code. */
  readonly status: number | null;
  readonly result: 'sent' | 'retry' | 'dead';
  readonly problem: string | null;
  /** The first kilobyte of the response. */
  readonly response: string | null;
}

/** A delivery with its message and attempts. */
export interface DeliveryDetail extends ListedDelivery {
  readonly message: AlertMessage | null;
  /** First one first. */
  readonly log: readonly DeliveryAttempt[];
}

/** Which deliveries are listed. */
interface DeliveryFilter {
  readonly state?: ListedDelivery['state'] | undefined;
  readonly destinationId?: string | undefined;
}

type DeliveryRow = Omit<ListedDelivery, 'project' | 'destination'> &
  Positioned & { readonly projectId: string; readonly destinationId: string };

const COLUMNS: RawBuilder<DeliveryRow> = sql`
  id, project_id as "projectId", destination_id as "destinationId", kind, state, message->>'title' as title, attempts,
  problem, case when state = 'waiting' then next_at end as "nextAt", created_at as "createdAt",
  finished_at as "finishedAt", ${positionTime(sql`created_at`)}`;

/** Returns the deliveries of a scope, latest first. @throws PositionError */
export async function listDeliveries(
  db: Queryable,
  scope: AlertScope,
  page: PageRequest,
  { state, destinationId }: DeliveryFilter,
): Promise<Page<ListedDelivery>> {
  const slugs = await readScope(db, scope);
  const ofDestination = (id: string) => (isRowId(id) ? sql`destination_id = ${id}::int8` : sql`false`);
  const conditions = [
    sql`project_id = any(${[...slugs.keys()]}::int8[])`,
    sql`created_at >= ${new Date(page.fromMs)} and created_at < ${new Date(page.toMs)}`,
    isBehind(page.after, sql`created_at`),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(destinationId === undefined ? [] : [ofDestination(destinationId)]),
  ];
  const { rows } = await sql<DeliveryRow>`
    select ${COLUMNS} from alert_deliveries where ${sql.join(conditions, sql` and `)}
    order by created_at desc, id desc limit ${page.limit + 1}`.execute(db.kysely);
  const names = await readNames(db, scope.organizationId);
  return pageOf(rows, page.limit, (row) => deliveryOf(row, slugs, names));
}

/** A delivery of a scope. */
export interface DeliveryRef extends AlertScope {
  readonly id: string;
}

/** Returns a delivery with its attempts. @throws TenancyError `not_found` */
export async function readDelivery(db: Queryable, { id, ...scope }: DeliveryRef): Promise<DeliveryDetail> {
  const slugs = await readScope(db, scope);
  const ofScope = sql`project_id = any(${[...slugs.keys()]}::int8[])`;
  const { rows } = isEventId(id)
    ? await sql<DeliveryRow & { message: AlertMessage | null }>`
        select ${COLUMNS}, message from alert_deliveries where ${ofScope} and id = ${id}::uuid`.execute(db.kysely)
    : { rows: [] };
  const row = found(rows[0], 'there is no such delivery');
  const { rows: log } = await sql<DeliveryAttempt>`
    select attempt, at, took_ms as "tookMs", status, result, problem, response from alert_attempts
    where project_id = ${row.projectId}::int8 and delivery_id = ${id}::uuid order by attempt`.execute(db.kysely);
  const names = await readNames(db, scope.organizationId);
  return { ...deliveryOf(row, slugs, names), message: row.message, log };
}

/** Returns the `project_id` of a delivery's rows. @throws TenancyError `not_found` */
export async function findDeliveryProject(db: Queryable, { id, ...scope }: DeliveryRef): Promise<string> {
  const slugs = await readScope(db, scope);
  const { rows } = isEventId(id)
    ? await sql<{ projectId: string }>`
        select project_id as "projectId" from alert_deliveries
        where project_id = any(${[...slugs.keys()]}::int8[]) and id = ${id}::uuid`.execute(db.kysely)
    : { rows: [] };
  return found(rows[0], 'there is no such delivery').projectId;
}

type Names = ReadonlyMap<string, ListedDelivery['destination']>;

/** Deleted destinations included. */
async function readNames(db: Queryable, organizationId: string): Promise<Names> {
  const rows = await db.kysely
    .selectFrom('alert_destinations')
    .select(['id', 'name', 'kind'])
    .where('organization_id', '=', organizationId)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function deliveryOf(row: DeliveryRow, slugs: ReadonlyMap<string, string | null>, names: Names): ListedDelivery {
  const { id, projectId, destinationId, kind, state, title, attempts, problem } = row;
  const destination = names.get(destinationId);
  if (destination === undefined) throw new Error(`delivery ${id}: destinations are never removed`);
  return {
    id,
    project: slugs.get(projectId) ?? null,
    destination,
    kind,
    state,
    title,
    attempts,
    problem,
    nextAt: row.nextAt,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  };
}
