import { sql, type Selectable } from 'kysely';
import type { Queryable, Schema } from '@sluice/db';

/** A release (protocol 2.6). */
export interface StoredRelease {
  /** As the SDK's `release`, character for character. */
  readonly version: string;
  readonly ref: string | null;
  readonly url: string | null;
  readonly deployedAt: Date | null;
  readonly notes: string | null;
  /** When an exception or upload was last seen; NULL if it was only described. */
  readonly firstSeen: Date | null;
  readonly lastSeen: Date | null;
  readonly createdAt: Date;
  /** Exceptions stored with it, ever. */
  readonly exceptions: number;
  /** Issues that were first seen in it; merged ones are not counted. */
  readonly newIssues: number;
  readonly sourceMaps: number;
}

/** A row of `releases`. */
export type ReleaseRow = Omit<Selectable<Schema['releases']>, 'touched_at'>;

interface Count {
  readonly release: string;
  readonly count: string;
}

/** Returns the rows' releases, all of one project, with their counts: source maps may be on another node than issues. */
export async function toReleases(db: Queryable, rows: readonly ReleaseRow[]): Promise<readonly StoredRelease[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const versions = rows.map(({ version }) => version);
  const issues = await sql<Count>`
    select first_release as release, count(*) from issues
    where project_id = ${first.project_id} and first_release = any(${versions}::text[]) and merged_into is null
    group by first_release`.execute(db.kysely);
  const maps = await sql<Count>`
    select release, count(*) from sourcemaps
    where project_id = ${first.project_id} and release = any(${versions}::text[])
    group by release`.execute(db.kysely);
  const [newIssues, sourceMaps] = [countsOf(issues.rows), countsOf(maps.rows)];
  return rows.map((row) => toRelease(row, newIssues.get(row.version) ?? 0, sourceMaps.get(row.version) ?? 0));
}

const countsOf = (rows: readonly Count[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ release, count }) => [release, Number(count)]));

const toRelease = (row: ReleaseRow, newIssues: number, sourceMaps: number): StoredRelease => ({
  version: row.version,
  ref: row.ref,
  url: row.url,
  deployedAt: row.deployed_at,
  notes: row.notes,
  firstSeen: row.first_seen,
  lastSeen: row.last_seen,
  createdAt: row.created_at,
  exceptions: Number(row.exception_count),
  newIssues,
  sourceMaps,
});
