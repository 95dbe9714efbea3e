import { HOUR_MS, MOMENT_KINDS, lowestIdAt, timeOfId } from '@sluice/contract';
import type { Queryable } from '@sluice/db';
import { type Page, type PageRequest, checkAfter, checkEventId } from '@sluice/reading';
import { type RawBuilder, sql } from 'kysely';
import { type MomentKind, type MomentTable, selectMoments, tablesOf } from './momentSources.js';

/** Something that a user did or that happened to them. */
export interface Moment {
  readonly kind: MomentKind;
  /** The event id; of a replay, that of its first segment. */
  readonly id: string;
  /** By the clock of the client. */
  readonly timestamp: Date;
  /** Name or title of a hit, type and message of an exception, message of a log, name of a root span. */
  readonly text: string;
  readonly url: string | null;
  /** Level of an exception or log, status of a root span. */
  readonly level: string | null;
  /** Milliseconds of a root span or replay. */
  readonly duration: number | null;
  readonly environment: string | null;
  readonly release: string | null;
  readonly traceId: string | null;
  readonly replayId: string | null;
  readonly issueId: string | null;
}

/** Rows of each table that are scanned for one page. */
const TIMELINE_SCAN = 10_000;

/** `touched_at` of a user in use is up to half a day old; an hour for the clocks. */
const TOUCH_MARGIN_MS = 13 * HOUR_MS;

const idOf = (table: MomentTable): RawBuilder<unknown> => sql.id(table === 'replay_sessions' ? 'first_id' : 'id');

/** The newest rows of a table that the page scans. */
const scanned = (
  table: MomentTable,
  within: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  (select * from ${sql.id(table)} where ${within(idOf(table))} order by ${idOf(table)} desc limit ${TIMELINE_SCAN}) as e`;

/**
 * Returns what happened to a user, by arrival, newest first, of some kinds or of all. Scans at most
 * {@link TIMELINE_SCAN} rows of each of these per page, and returns only what arrived since the time to which all of them were
 * scanned. Starts where the user was last seen.
 */
export async function readUserTimeline(
  db: Queryable,
  projectId: string,
  userKey: string,
  page: PageRequest & { readonly kinds?: readonly MomentKind[] },
): Promise<Page<Moment>> {
  const before = checkAfter(page.after, checkEventId) ?? lowestIdAt(await startOf(db, projectId, userKey, page.toMs));
  const within = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`project_id = ${projectId} and ${id} < ${before} and ${id} >= ${lowestIdAt(page.fromMs)}`;
  const kinds = page.kinds ?? MOMENT_KINDS;
  const tables = tablesOf(kinds);
  const bound = await readBound(db, tables, within);
  const moments = tables.map((table) => selectMoments(table, scanned(table, within), projectId, userKey));
  const { rows } = await sql<MomentRow>`
    select * from (${sql.join(moments, sql` union all `)}) as m
    where kind = any(${kinds}::text[]) ${bound === undefined ? sql`` : sql`and id >= ${bound}`}
    order by id desc limit ${page.limit}`.execute(db.kysely);
  const isFull = rows.length === page.limit;
  return {
    rows: rows.map(toMoment),
    next: isFull ? rows.at(-1)?.id : bound,
    scannedToMs: isFull || bound === undefined ? undefined : timeOfId(bound),
  };
}

interface MomentRow extends Omit<Moment, 'traceId' | 'replayId' | 'issueId'> {
  readonly trace_id: string | null;
  readonly replay_id: string | null;
  readonly issue_id: string | null;
}

const toMoment = ({ trace_id, replay_id, issue_id, ...row }: MomentRow): Moment => ({
  ...row,
  // A replay's row has no time of the client.
  timestamp: row.kind === 'replay' ? new Date(timeOfId(row.id)) : row.timestamp,
  traceId: trace_id,
  replayId: replay_id,
  issueId: issue_id,
});

async function startOf(db: Queryable, projectId: string, userKey: string, toMs: number): Promise<number> {
  const row = await db.kysely
    .selectFrom('project_users')
    .select('touched_at')
    .where('project_id', '=', projectId)
    .where('user_key', '=', userKey)
    .executeTakeFirst();
  return Math.min(toMs, row === undefined ? toMs : row.touched_at.getTime() + TOUCH_MARGIN_MS);
}

/** The id down to which every table is scanned; `undefined` if all of them are scanned to the start of the range. */
async function readBound(
  db: Queryable,
  tables: readonly MomentTable[],
  within: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<string | undefined> {
  const ends = tables.map(
    (table) => sql`(select ${idOf(table)} as id from ${sql.id(table)} where ${within(idOf(table))}
      order by ${idOf(table)} desc limit 1 offset ${TIMELINE_SCAN - 1})`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(ends, sql` union all `)}) as ends order by id desc limit 1`.execute(db.kysely);
  return rows[0]?.id;
}
