import { sql, type RawBuilder } from 'kysely';
import { type Queryable, OTHER } from '@sluice/db';
import { ARRIVAL_SCAN, scannedRows, withinPage, isEventId, type PageRequest } from '@sluice/reading';
import { isOfHashes } from '../../../sql/joinIssue.js';
import { filteredColumns, ofException, type IssueFilter } from './issueFilter.js';
import { readIssueHashes } from './readIssueHashes.js';

/** Exceptions of an issue around one of them, in order of arrival; `undefined` where there is none. */
interface Neighbors {
  readonly newest: string | undefined;
  readonly newer: string | undefined;
  readonly older: string | undefined;
  readonly oldest: string | undefined;
  /** 1 for the newest; `undefined` if more exceptions are newer than are counted. */
  readonly position: number | undefined;
}

/**
 * Returns the neighbors of an exception among the exceptions of its issue that match. Looks at most at {@link ARRIVAL_SCAN}
 * exceptions in each direction, divided by fingerprint.
 */
export async function readNeighbors(
  db: Queryable,
  projectId: string,
  { issueId, eventId }: { readonly issueId: string; readonly eventId: string },
  { page, filter }: { readonly page: PageRequest; readonly filter: IssueFilter },
): Promise<Neighbors | undefined> {
  const hashes = await readIssueHashes(db, projectId, issueId);
  if (hashes.length === 0 || !isEventId(eventId)) return undefined;
  const look = lookup(projectId, page, filter, hashes);
  const { rows } = await sql<{ [Name in keyof Neighbors]: string | null } & { newer_count: string; cut: boolean }>`
    select
      (select max(id::text) from ${look('desc', sql`true`)}) as newest,
      (select min(id::text) from ${look('asc', sql`id > ${eventId}`)}) as newer,
      (select max(id::text) from ${look('desc', sql`id < ${eventId}`)}) as older,
      (select min(id::text) from ${look('asc', sql`true`)}) as oldest,
      c.newer_count, c.cut
    from (
      select count(*) as newer_count, coalesce(bool_or(nth >= ${eachOf(hashes)}), false) as cut
      from ${look('all', sql`id > ${eventId}`)}) as c`.execute(db.kysely);
  const [row] = rows;
  const idOf = (id: string | null | undefined): string | undefined => id ?? undefined;
  return {
    newest: idOf(row?.newest),
    newer: idOf(row?.newer),
    older: idOf(row?.older),
    oldest: idOf(row?.oldest),
    position: row === undefined || row.cut ? undefined : Number(row.newer_count) + 1,
  };
}

const eachOf = (hashes: readonly string[]): number => Math.ceil(ARRIVAL_SCAN / hashes.length);

type Direction = 'asc' | 'desc' | 'all';

/** Returns rows of exceptions of the issue that match: the first of each fingerprint in a direction, or all up to the bound. */
function lookup(
  projectId: string,
  page: PageRequest,
  filter: IssueFilter,
  hashes: readonly string[],
): (direction: Direction, side: RawBuilder<unknown>) => RawBuilder<unknown> {
  const within = withinPage(projectId, { ...page, after: undefined });
  const each = eachOf(hashes);
  if (hashes.includes(OTHER)) {
    const newest = scannedRows('exceptions', sql`id, hash, ${filteredColumns(filter)}`, within);
    return (direction, side) => sql`(
      select s.id, row_number() over (order by id desc) as nth from (${newest}) as s
      where ${side} and ${isOfHashes(projectId, hashes)} and ${ofException(filter)}
      ${direction === 'all' ? sql`` : sql`order by id ${sql.raw(direction)} limit 1`}) as o`;
  }
  return (direction, side) => {
    const order = sql.raw(direction === 'asc' ? 'asc' : 'desc');
    return sql`(
      select x.* from unnest(${hashes}::text[]) as n(own) cross join lateral (
        select m.id, m.nth from (
          select id, ${filteredColumns(filter)}, row_number() over (order by id ${order}) as nth from exceptions
          where ${within} and ${side} and hash = n.own order by id ${order} limit ${each}) as m
        where ${ofException(filter)} order by m.id ${order} ${direction === 'all' ? sql`` : sql`limit 1`}) as x) as o`;
  };
}
