import { HOUR_MS, lowestIdAt } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { bucketsOf } from '@sluice/reading';
import { readReleaseSeries } from '@sluice/sourcemaps/statements';
import { listUncountedDays } from '@sluice/visits';
import { previousRelease } from '@sluice/issues';

/** What a release did in the hours after it was first seen. */
export interface ReleaseFacts {
  readonly version: string;
  readonly from: Date;
  readonly to: Date;
  /** Hours from `from` to `to`. */
  readonly hours: number;
  /** Whether all days of the time are counted; otherwise exceptions and visits are too few. */
  readonly counted: boolean;
  readonly exceptions: number;
  readonly visits: number;
  /** Issues that were first seen in it between `from` and `to`. */
  readonly newIssues: number;
  /** Resolved issues that an exception of it reopened, which arrived between `from` and `to`. */
  readonly regressedIssues: number;
}

/** A release and the one before it, over equally long times. */
interface ReleaseComparison {
  readonly release: ReleaseFacts;
  /** `undefined` if there is none, or it was not seen. */
  readonly previous: ReleaseFacts | undefined;
}

/** The longest time that is compared. */
const MAX_HOURS = 14 * 24;
/** Releases among which the previous one is looked for: the last seen. */
const RELEASE_SCAN = 1_000;
/** The most new and the most regressed issues that are counted; more count as this many. */
const ISSUE_SCAN = 10_000;

interface Seen {
  readonly version: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
}

/**
 * Compares a release with the one before it (`previousRelease`): each from the hour in which it was first seen, over as many hours
 * as the newer one was seen, at most two weeks. Returns `undefined` if no exception or upload has had the release.
 */
export async function compareReleases(
  db: Queryable,
  projectId: string,
  version: string,
): Promise<ReleaseComparison | undefined> {
  const { rows } = await sql<Seen>`
    (select version, first_seen, last_seen from releases
      where project_id = ${projectId} and version = ${version} and first_seen is not null)
    union
    (select version, first_seen, last_seen from releases where project_id = ${projectId} and first_seen is not null
      order by last_seen_hour desc limit ${RELEASE_SCAN})`.execute(db.kysely);
  const seen = rows.find((row) => row.version === version);
  if (seen === undefined) return undefined;
  const firstSeen = new Map(rows.map((row) => [row.version, row.first_seen.getTime()]));
  const before = previousRelease(version, firstSeen);
  const hours = Math.min(
    MAX_HOURS,
    Math.floor(seen.last_seen.getTime() / HOUR_MS) - Math.floor(seen.first_seen.getTime() / HOUR_MS) + 1,
  );
  const previous = rows.find((row) => row.version === before);
  return {
    release: await readFacts(db, projectId, seen, hours),
    previous: previous === undefined ? undefined : await readFacts(db, projectId, previous, hours),
  };
}

async function readFacts(db: Queryable, projectId: string, seen: Seen, hours: number): Promise<ReleaseFacts> {
  const { version, first_seen: first } = seen;
  const fromMs = first.getTime() - (first.getTime() % HOUR_MS);
  const toMs = fromMs + hours * HOUR_MS;
  const buckets = bucketsOf({ fromMs, toMs }, { nowMs: Infinity });
  const points = await readReleaseSeries(db, projectId, version, buckets);
  const uncounted = await listUncountedDays(db, projectId, ['hit', 'exception'], buckets);
  const issues = await countIssues(db, projectId, version, { fromMs, toMs });
  const sum = (name: 'exceptions' | 'visits'): number =>
    [...points.values()].reduce((all, each) => all + each[name], 0);
  return {
    version,
    from: new Date(fromMs),
    to: new Date(toMs),
    hours,
    counted: uncounted.length === 0,
    exceptions: sum('exceptions'),
    visits: sum('visits'),
    ...issues,
  };
}

/**
 * Counts what the history says, so that a later change of an issue changes no past count. An issue that was merged afterwards
 * counts once, as the one of which it became part.
 */
async function countIssues(
  db: Queryable,
  projectId: string,
  version: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<Pick<ReleaseFacts, 'newIssues' | 'regressedIssues'>> {
  const { rows } = await sql<{ readonly new: string; readonly regressed: string }>`
    select
      (select count(*) from (
          select from issues
          where project_id = ${projectId} and first_release = ${version} and merged_into is null
            and first_release_at >= ${new Date(fromMs)} and first_release_at < ${new Date(toMs)}
          limit ${ISSUE_SCAN}) as n) as new,
      (select count(distinct coalesce(i.merged_into, i.id)) from (
          select issue_id from issue_changes
          where project_id = ${projectId} and action = 'regressed' and (details ->> 'release') collate "C" = ${version}
            and (details ->> 'event') collate "C" >= ${lowestIdAt(fromMs)}
            and (details ->> 'event') collate "C" < ${lowestIdAt(toMs)}
          limit ${ISSUE_SCAN}) as c
        join issues i on i.project_id = ${projectId} and i.id = c.issue_id) as regressed`.execute(db.kysely);
  return { newIssues: Number(rows[0]?.new ?? 0), regressedIssues: Number(rows[0]?.regressed ?? 0) };
}
