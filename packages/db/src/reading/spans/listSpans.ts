import { lowestIdAt, timeOfId } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';
import { isEventId } from '../isEventId.js';
import type { Page, PageRequest } from '../page.js';
import { LISTED_SPAN_COLUMNS, SPAN_COLUMNS, toSpan, type StoredSpan } from './storedSpan.js';

/** Which spans; what is left out does not narrow. */
export interface SpanFilter {
  readonly trace?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  /** Part of the name, upper and lower case alike. */
  readonly name?: string | undefined;
  readonly op?: string | undefined;
  readonly status?: string | undefined;
  /** Bears a value of this metric: the spans behind a point of its series. */
  readonly metric?: string | undefined;
  /** The project user's key. */
  readonly user?: string | undefined;
  /** Milliseconds. */
  readonly minDuration?: number | undefined;
  readonly maxDuration?: number | undefined;
}

/** Spans looked at for one page. */
export const SPAN_SCAN = 20_000;

/** Spans by arrival, newest first. Those of one trace are found by its index; else looks at {@link SPAN_SCAN} a page. */
export async function listSpans(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: SpanFilter = {},
): Promise<Page<StoredSpan>> {
  const within = sql`project_id = ${projectId} and id < ${page.after ?? lowestIdAt(page.toMs)} and id >= ${lowestIdAt(page.fromMs)}`;
  const { rows } = await sql<Parameters<typeof toSpan>[0]>`
    select ${COLUMNS} from (${candidates(within, filter)}) as s
    where ${sql.join(conditions(filter), sql` and `)}
    order by id desc limit ${page.limit}`.execute(db.kysely);
  const spans = rows.map(toSpan);
  const last = spans.at(-1)?.id;
  if (spans.length === page.limit) return { rows: spans, next: last, scannedToMs: undefined };
  const bound = filter.trace === undefined ? await lastLookedAt(db, within) : undefined;
  return { rows: spans, next: bound, scannedToMs: bound === undefined ? undefined : timeOfId(bound) };
}

/** One span, contexts included; `undefined` where the project has none of this id. */
export async function readSpan(db: Queryable, projectId: string, id: string): Promise<StoredSpan | undefined> {
  if (!isEventId(id)) return undefined;
  const row = await db.kysely
    .selectFrom('spans')
    .select(SPAN_COLUMNS)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : toSpan(row);
}

const COLUMNS = sql.join(LISTED_SPAN_COLUMNS.map((column) => sql.ref(column)));

/** `offset 0` keeps the planner from walking all spans backwards in the hope of meeting the trace's. */
const candidates = (within: RawBuilder<unknown>, { trace }: SpanFilter): RawBuilder<unknown> =>
  trace === undefined
    ? sql`select ${COLUMNS} from spans where ${within} order by id desc limit ${SPAN_SCAN}`
    : sql`select ${COLUMNS} from spans where ${within} and trace_id = ${trace} offset 0`;

function conditions(filter: SpanFilter): readonly RawBuilder<unknown>[] {
  const equal = (column: string, value: string | undefined): readonly RawBuilder<unknown>[] =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`];
  return [
    sql`true`,
    ...equal('environment', filter.environment),
    ...equal('release', filter.release),
    ...equal('op', filter.op),
    ...equal('status', filter.status),
    ...equal('user_key', filter.user),
    ...(filter.name === undefined ? [] : [sql`position(lower(${filter.name}) in lower(name)) > 0`]),
    ...(filter.metric === undefined ? [] : [sql`metrics ? ${filter.metric}`]),
    ...(filter.minDuration === undefined ? [] : [sql`duration >= ${filter.minDuration}`]),
    ...(filter.maxDuration === undefined ? [] : [sql`duration <= ${filter.maxDuration}`]),
  ];
}

/** The id at which a look of {@link SPAN_SCAN} ends; `undefined` where there are not so many. Reads the index alone. */
async function lastLookedAt(db: Queryable, within: RawBuilder<unknown>): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from spans where ${within} order by id desc limit 1 offset ${SPAN_SCAN - 1}`.execute(db.kysely);
  return rows[0]?.id;
}
