import { timeOfId } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';
import { contains, equals, lastLookedAt, lookedAt, withinPage } from '../arrivalScan.js';
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

/** Spans by arrival, newest first. Those of one trace are found by its index; else looks at `ARRIVAL_SCAN` a page. */
export async function listSpans(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: SpanFilter = {},
): Promise<Page<StoredSpan>> {
  const within = withinPage(projectId, page);
  const indexed = filter.trace === undefined ? undefined : sql`trace_id = ${filter.trace}`;
  const { rows } = await sql<Parameters<typeof toSpan>[0]>`
    select ${COLUMNS} from (${lookedAt('spans', COLUMNS, within, indexed)}) as s
    where ${sql.join(conditions(filter), sql` and `)}
    order by id desc limit ${page.limit}`.execute(db.kysely);
  const spans = rows.map(toSpan);
  const last = spans.at(-1)?.id;
  if (spans.length === page.limit) return { rows: spans, next: last, scannedToMs: undefined };
  const bound = indexed === undefined ? await lastLookedAt(db, 'spans', within) : undefined;
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

const conditions = (filter: SpanFilter): readonly RawBuilder<unknown>[] => [
  sql`true`,
  ...equals('environment', filter.environment),
  ...equals('release', filter.release),
  ...equals('op', filter.op),
  ...equals('status', filter.status),
  ...equals('user_key', filter.user),
  ...contains('name', filter.name),
  ...(filter.metric === undefined ? [] : [sql`metrics ? ${filter.metric}`]),
  ...(filter.minDuration === undefined ? [] : [sql`duration >= ${filter.minDuration}`]),
  ...(filter.maxDuration === undefined ? [] : [sql`duration <= ${filter.maxDuration}`]),
];
