import { sql, type RawBuilder } from 'kysely';
import { type Queryable, unnest, OTHER } from '@sluice/db';
import { ARRIVAL_SCAN, scannedRows, withinPage, type PageRequest } from '@sluice/reading';
import { isOfHashes } from '../../../sql/joinIssue.js';
import {
  countsSome,
  filteredColumns,
  ofException,
  readsExceptions,
  UNBOUNDED_MS,
  type IssueFilter,
} from './issueFilter.js';
import { bucketOf, countBuckets, type SeriesRange } from './issueSeries.js';
import { countedOf, ORDERED_AT } from './listCountedIssues.js';
import { readHourSums, type HourSums } from './readHourSums.js';
import type { CountedRow, ListedIssue } from './storedIssue.js';

/** Which exceptions of which issues. */
export interface CountRequest {
  readonly page: PageRequest;
  readonly filter: IssueFilter;
  readonly issues: readonly ListedIssue[];
  /** Buckets of arrival for the series of each issue. */
  readonly series?: SeriesRange | undefined;
}

/** The most fingerprints of one call whose exceptions are scanned: each costs an index scan of every partition in the range. */
const MAX_HASHES = 500;

/** The most exceptions of several issues that are scanned, divided by fingerprint; of one issue `ARRIVAL_SCAN`. */
const COUNT_SCAN = 8_000;

interface CountedIssue extends CountedRow {
  readonly issue_id: string;
  /** Whether exceptions were left out. */
  readonly cut: boolean;
  readonly buckets: readonly number[] | null;
}

/**
 * Returns the issues, in their order, with counts of their exceptions that match; issues without any are left out. Scans the
 * newest {@link COUNT_SCAN} exceptions in total, divided by fingerprint. If an issue has more, its count is from the sums by hour or
 * release. It is `approximate`, and its users are those of the scanned exceptions, unless all its exceptions are in the range:
 * then its totals are exact. The issue `(other)` is always `approximate`; its exceptions are searched among the newest
 * `ARRIVAL_SCAN` of the project. Sums do not distinguish releases and environments above the caps of new names; for these the
 * count is of the scanned exceptions.
 */
export async function countExceptions(
  db: Queryable,
  projectId: string,
  { page, filter, issues, series }: CountRequest,
): Promise<readonly ListedIssue[]> {
  if (issues.length === 0) return [];
  const looked = new Map(
    (await countMatching(db, projectId, { page, filter, issues, series })).map((row) => [row.issue_id, row]),
  );
  const cut = issues.filter(({ id }) => looked.get(id)?.cut === true);
  const sums = readsExceptions(filter)
    ? new Map<string, HourSums>()
    : await readSums(db, projectId, { page, filter, issues: cut, series });
  return issues.flatMap((issue) => {
    const row = looked.get(issue.id);
    if (row === undefined) return [];
    const sum = row.cut ? sums.get(issue.id) : undefined;
    const ofSums = sum?.series === undefined ? {} : { series: sum.series };
    // The last one seen need not be the last that arrived.
    const isAll = isWhole(issue, page, filter) && (sum === undefined || sum.count === issue.total.count);
    if (row.cut && isAll) return [{ ...issue, ...issue.total, ...ofSums }];
    const count = Math.max(Number(row.count), sum?.count ?? 0);
    if (count === 0) return [];
    return [{ ...issue, ...numbersOf(row, issue, page.fromMs), ...seriesOf(row, series), ...ofSums, count }];
  });
}

/** Whether all exceptions of an issue are in the range and match. */
const isWhole = ({ total }: ListedIssue, { fromMs, toMs }: PageRequest, filter: IssueFilter): boolean =>
  total.firstSeen.getTime() >= fromMs &&
  total.lastSeen.getTime() < toMs &&
  !countsSome({ limit: 0, fromMs: 0, toMs: UNBOUNDED_MS, after: undefined }, filter);

/** Exceptions that were not scanned are the oldest: the totals of the issue bound them. */
function numbersOf(row: CountedIssue, issue: ListedIssue, fromMs: number) {
  const firstInRange = issue.total.firstSeen.getTime() >= fromMs;
  const firstSeen = row.cut ? new Date(Math.max(issue.total.firstSeen.getTime(), fromMs)) : row.first_seen;
  return {
    users: Number(row.users),
    firstSeen: firstSeen ?? issue.firstSeen,
    lastSeen: row.last_seen ?? issue.lastSeen,
    firstRelease: row.cut && firstInRange ? issue.firstRelease : row.first_release,
    lastRelease: row.last_release,
    approximate: row.cut,
  };
}

/** The buckets show all exceptions only if all were scanned. */
function seriesOf({ cut, buckets }: CountedIssue, series: SeriesRange | undefined): Partial<ListedIssue> {
  if (cut || series === undefined) return {};
  return { series: countBuckets(buckets ?? [], series) };
}

async function countMatching(
  db: Queryable,
  projectId: string,
  { page, filter, issues, series }: CountRequest,
): Promise<readonly CountedIssue[]> {
  const perIssue = Math.ceil(MAX_HASHES / issues.length);
  const ids = issues.map(({ id }) => id);
  const { rows: hashes } = await sql<{ issue_id: string; hash: string; nth: number }>`
    select n.issue_id, h.hash, h.nth::int4 as nth from ${unnest('n', { issue_id: ['uuid', ids] })}
    cross join lateral (
      select hash, row_number() over (order by last_seen desc, hash) as nth from issue_hashes
      where project_id = ${projectId} and issue_id = n.issue_id and count > 0
      order by last_seen desc, hash limit ${perIssue + 1}) as h`.execute(db.kysely);
  const other = hashes.find(({ hash }) => hash === OTHER);
  const followed = hashes.filter(({ hash, nth }) => nth <= perIssue && hash !== OTHER);
  const more = hashes.filter(({ hash, nth }) => nth > perIssue || hash === OTHER).map(({ issue_id }) => issue_id);
  const each = Math.floor((issues.length === 1 ? ARRIVAL_SCAN : COUNT_SCAN) / Math.max(1, followed.length));
  const buckets =
    series === undefined
      ? sql`null::int4[]`
      : sql`case when not bool_or(e.nth >= ${each})
          then array_agg(${bucketOf(sql`e.id`, series)}) filter (where ${ofException(filter)}) end`;
  const { rows } = await sql<CountedIssue>`
    select e.issue_id, bool_or(e.nth >= ${each}) or e.issue_id = any(${more}::uuid[]) as cut,
      ${countedOf(ofException(filter))}, ${buckets} as buckets
    from (
      select n.issue_id, x.* from ${unnest('n', {
        issue_id: ['uuid', followed.map(({ issue_id }) => issue_id)],
        own: ['text', followed.map(({ hash }) => hash)],
      })}
      cross join lateral (
        select id, ${ORDERED_AT}, ${filteredColumns(filter)}, row_number() over (order by id desc) as nth from exceptions
        where ${withinPage(projectId, { ...page, after: undefined })} and hash = n.own
        order by id desc limit ${each}) as x
      ${other === undefined ? sql`` : sql`union all ${countFolded(projectId, page, filter, other.issue_id)}`}) as e
    group by e.issue_id`.execute(db.kysely);
  // Only the sums show whether older exceptions match.
  const isUnseen = other !== undefined && rows.every(({ issue_id }) => issue_id !== other.issue_id);
  return isUnseen ? [...rows, { ...NOTHING, issue_id: other.issue_id, cut: true, buckets: null }] : rows;
}

/** Exceptions of the issue `(other)` have no common fingerprint: they are searched among the newest of the project. */
function countFolded(projectId: string, page: PageRequest, filter: IssueFilter, issueId: string): RawBuilder<unknown> {
  const columns = sql`id, hash, ${ORDERED_AT}, ${filteredColumns(filter)}`;
  const newest = scannedRows('exceptions', columns, withinPage(projectId, { ...page, after: undefined }));
  return sql`
    select ${issueId}::uuid, s.id, s.ordered_at, ${filteredColumns(filter)}, 0
    from (${newest}) as s where ${isOfHashes(projectId, [OTHER])}`;
}

const NOTHING: CountedRow = {
  count: '0',
  users: '0',
  first_seen: null,
  last_seen: null,
  first_release: null,
  last_release: null,
};

/** Returns sums of whole hours; with a release, a count is at most that of the release in all time. */
async function readSums(
  db: Queryable,
  projectId: string,
  { page, filter: { environment, release }, issues, series }: CountRequest,
): Promise<ReadonlyMap<string, HourSums>> {
  const ids = issues.map(({ id }) => id);
  const sums = await readHourSums(db, projectId, ids, { fromMs: page.fromMs, toMs: page.toMs, environment, series });
  if (release === undefined || ids.length === 0) return sums;
  const { rows } = await sql<{ issue_id: string; count: string }>`
    select h.issue_id, sum(r.count) as count from issue_hashes h
    join issue_releases r on r.project_id = h.project_id and r.hash = h.hash and r.release = ${release}
    where h.project_id = ${projectId} and h.issue_id = any(${ids}::uuid[]) and h.count > 0
    group by 1`.execute(db.kysely);
  const most = new Map(rows.map((row) => [row.issue_id, Number(row.count)]));
  return new Map([...sums].map(([id, sum]) => [id, { ...sum, count: Math.min(sum.count, most.get(id) ?? 0) }]));
}
