import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { ReleasesTable } from '../schema/derivedSchema.js';

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

/** A row of {@link withCounts}. */
export interface ReleaseRow extends Omit<Selectable<ReleasesTable>, 'project_id' | 'touched_at'> {
  readonly new_issues: string;
  readonly source_maps: string;
}

/** Selects releases with their counts, from rows of `releases` named `r`. */
export const withCounts = (releases: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.*,
    (select count(*) from issues i
     where i.project_id = r.project_id and i.first_release = r.version and i.merged_into is null) as new_issues,
    (select count(*) from sourcemaps m where m.project_id = r.project_id and m.release = r.version) as source_maps
  from ${releases} as r`;

/** A row's release. */
export const toRelease = (row: ReleaseRow): StoredRelease => ({
  version: row.version,
  ref: row.ref,
  url: row.url,
  deployedAt: row.deployed_at,
  notes: row.notes,
  firstSeen: row.first_seen,
  lastSeen: row.last_seen,
  createdAt: row.created_at,
  exceptions: Number(row.exception_count),
  newIssues: Number(row.new_issues),
  sourceMaps: Number(row.source_maps),
});
