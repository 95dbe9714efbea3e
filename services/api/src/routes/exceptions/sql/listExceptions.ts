import { timeOfId } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { type Queryable, OTHER } from '@sluice/db';
import {
  ARRIVAL_SCAN,
  contains,
  equals,
  ifSelective,
  lastScannedId,
  scannedRows,
  withinPage,
  isEventId,
  type Page,
  type PageRequest,
  listedColumns,
  selectListed,
} from '@sluice/reading';
import { ISSUE_ID, isOfHashes, joinIssue } from '../../../sql/joinIssue.js';
import { eventIdTexts, hasEventId } from './clientEventId.js';
import type { StoredException } from './storedException.js';

/** Which exceptions. A field that is not set does not filter. */
export interface ExceptionFilter {
  /** Of this issue; found by an index. */
  readonly issue?: string | undefined;
  /** Of this trace; found by an index. */
  readonly trace?: string | undefined;
  /** Of this replay; found by an index. */
  readonly replay?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  readonly level?: string | undefined;
  readonly type?: string | undefined;
  /** The project user's key. */
  readonly user?: string | undefined;
  /** Its context `event.id`; found by an index. */
  readonly eventId?: string | undefined;
  /** Part of the message, case-insensitive. */
  readonly query?: string | undefined;
}

/** The most fingerprints of an issue that are found by index: each costs an index scan of every partition. */
const MAX_INDEXED_HASHES = 250;

/** The most fingerprints of an issue that are read, latest first. */
const MAX_HASHES = 10_000;

/**
 * Returns exceptions by arrival, newest first. Those of an event id, an issue (of up to 250 fingerprints, except `(other)`), a
 * trace or a replay are found by an index; with any other filter the list scans `ARRIVAL_SCAN` rows a page.
 */
export async function listExceptions(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  filter: ExceptionFilter = {},
): Promise<Page<StoredException>> {
  const hashes = filter.issue === undefined ? undefined : await hashesOf(db, projectId, filter.issue);
  if (hashes?.length === 0) return { rows: [], next: undefined, scannedToMs: undefined };
  const look = await scanOf(db, projectId, page, { filter, hashes });
  const { rows } = await sql<StoredException>`
    select ${selectListed('exceptions', 'e')}, ${ISSUE_ID} as "issueId" from (
      select * from (${look.candidates}) as s where ${sql.join(conditions(projectId, filter, hashes), sql` and `)}
      order by id desc limit ${page.limit}) as e
    ${joinIssue(projectId)}
    order by e.id desc`.execute(db.kysely);
  const bound = rows.length === page.limit && look.isOrdered ? undefined : await look.bound(db);
  // Rows beyond the bound were not all scanned: the next page returns them.
  const found = bound === undefined ? rows : rows.filter(({ id }) => id >= bound);
  if (found.length === page.limit) return { rows: found, next: found.at(-1)?.id, scannedToMs: undefined };
  return { rows: found, next: bound, scannedToMs: bound === undefined ? undefined : timeOfId(bound) };
}

interface Scan {
  readonly candidates: RawBuilder<unknown>;
  /** Whether the candidates come from one ordered scan. */
  readonly isOrdered: boolean;
  /** The id down to which all exceptions were scanned; `undefined` if all of the range were. */
  readonly bound: (db: Queryable) => Promise<string | undefined>;
}

const COLUMNS = listedColumns('exceptions');

async function scanOf(
  db: Queryable,
  projectId: string,
  page: PageRequest,
  { filter, hashes }: { readonly filter: ExceptionFilter; readonly hashes: readonly string[] | undefined },
): Promise<Scan> {
  const within = withinPage(projectId, page);
  if (filter.eventId !== undefined)
    return scanByKey(sql`${within} and ${hasEventId(KEY)}`, eventIdTexts(filter.eventId), page.limit);
  if (hashes !== undefined && hashes.length <= MAX_INDEXED_HASHES && !hashes.includes(OTHER))
    return scanByKey(sql`${within} and hash = ${KEY}`, hashes, page.limit);
  const indexed =
    filter.trace !== undefined
      ? sql`trace_id = ${filter.trace}`
      : filter.replay !== undefined
        ? sql`replay_id = ${filter.replay}`
        : undefined;
  const key = await ifSelective(db, 'exceptions', within, indexed);
  return {
    candidates: scannedRows('exceptions', COLUMNS, within, key),
    isOrdered: true,
    bound: () => (key === undefined ? lastScannedId(db, 'exceptions', within) : Promise.resolve(undefined)),
  };
}

/** The value of {@link scanByKey} that is scanned for. */
const KEY = sql`n.own`;

/** Scans the exceptions of each value of an index in order, enough of each that the page has the newest of all. */
function scanByKey(having: RawBuilder<unknown>, values: readonly string[], limit: number): Scan {
  const each = Math.max(limit, Math.floor(ARRIVAL_SCAN / values.length));
  const names = sql`unnest(${values}::text[]) as n(own)`;
  const own = sql`from exceptions where ${having} order by id desc`;
  return {
    candidates: sql`select s.* from ${names} cross join lateral (select ${COLUMNS} ${own} limit ${each}) as s`,
    isOrdered: false,
    bound: (db) =>
      firstId(
        db,
        sql`select l.id from ${names} cross join lateral (select id ${own} limit 1 offset ${each - 1}) as l order by l.id desc limit 1`,
      ),
  };
}

async function firstId(db: Queryable, query: RawBuilder<unknown>): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db.kysely);
  return rows[0]?.id;
}

async function hashesOf(db: Queryable, projectId: string, issueId: string): Promise<readonly string[]> {
  if (!isEventId(issueId)) return [];
  const rows = await db.kysely
    .selectFrom('issue_hashes')
    .select('hash')
    .where('project_id', '=', projectId)
    .where('issue_id', '=', issueId)
    .where('count', '>', '0')
    .orderBy('last_seen', 'desc')
    .orderBy('hash')
    .limit(MAX_HASHES)
    .execute();
  return rows.map(({ hash }) => hash);
}

const conditions = (
  projectId: string,
  filter: ExceptionFilter,
  hashes: readonly string[] | undefined,
): readonly RawBuilder<unknown>[] => [
  sql`true`,
  ...(hashes === undefined ? [] : [isOfHashes(projectId, hashes)]),
  ...equals('trace_id', filter.trace),
  ...equals('replay_id', filter.replay),
  ...equals('environment', filter.environment),
  ...equals('release', filter.release),
  ...equals('level', filter.level),
  ...equals('type', filter.type),
  ...equals('user_key', filter.user),
  ...contains('message', filter.query),
];
