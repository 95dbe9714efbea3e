import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { isEventId } from '@sluice/reading';
import { currentAssignee } from './selectIssue.js';
import { ISSUE_COLUMNS, toIssue, type StoredIssue } from './storedIssue.js';

/** A fingerprint of an issue with its counts. */
interface IssueFingerprint {
  readonly hash: string;
  readonly count: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** A release in which an issue was seen. */
interface IssueRelease {
  readonly version: string;
  readonly count: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** An issue with its counts. */
export interface IssueDetail extends StoredIssue {
  /** Primary fingerprints of its events, latest first, at most 100. */
  readonly fingerprints: readonly IssueFingerprint[];
  /** Latest first, at most 100. */
  readonly releases: readonly IssueRelease[];
  /** Most exceptions first, at most 100; `null` is "none". As far back as hours are stored. */
  readonly environments: readonly { readonly environment: string | null; readonly count: number }[];
}

/** Entries of each list. */
const MAX_LISTED = 100;

/** Returns one issue, also a merged one; `undefined` if the project has none with this id. */
export async function readIssue(db: Queryable, projectId: string, id: string): Promise<IssueDetail | undefined> {
  if (!isEventId(id)) return undefined;
  const row = await db.kysely
    .selectFrom('issues')
    .select(ISSUE_COLUMNS.filter((column) => column !== 'assignee_id'))
    .select(currentAssignee(projectId, 'issues').as('assignee_id'))
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const ofIssue = sql`h.project_id = ${projectId} and h.issue_id = ${id}`;
  const [fingerprints, releases, environments] = await Promise.all([
    sql<Counted & { hash: string }>`
      select h.hash, h.count, h.first_seen, h.last_seen from issue_hashes h
      where ${ofIssue} and h.count > 0 order by h.last_seen desc, h.hash limit ${MAX_LISTED}`.execute(db.kysely),
    sql<Counted & { release: string }>`
      select c.release, sum(c.count) as count, min(c.first_seen) as first_seen, max(c.last_seen) as last_seen
      from issue_hashes h join issue_releases c on c.project_id = h.project_id and c.hash = h.hash
      where ${ofIssue} group by c.release order by max(c.last_seen) desc, c.release limit ${MAX_LISTED}`.execute(
      db.kysely,
    ),
    sql<{ environment: string; count: string }>`
      select c.environment, sum(c.count) as count
      from issue_hashes h join issue_hours c on c.project_id = h.project_id and c.hash = h.hash
      where ${ofIssue} group by c.environment order by 2 desc, c.environment limit ${MAX_LISTED}`.execute(db.kysely),
  ]);
  return {
    ...toIssue(row),
    fingerprints: fingerprints.rows.map((each) => ({ hash: each.hash, ...countedOf(each) })),
    releases: releases.rows.map((each) => ({ version: each.release, ...countedOf(each) })),
    environments: environments.rows.map(({ environment, count }) => ({
      environment: environment === '' ? null : environment,
      count: Number(count),
    })),
  };
}

interface Counted {
  readonly count: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
}

const countedOf = ({ count, first_seen, last_seen }: Counted) => ({
  count: Number(count),
  firstSeen: first_seen,
  lastSeen: last_seen,
});
