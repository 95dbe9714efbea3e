import { sql, type RawBuilder } from 'kysely';
import { OTHER } from '@sluice/db';

/** The issue id of an exception joined by {@link joinIssue}. */
export const ISSUE_ID = sql`coalesce(h.issue_id, other.issue_id)`;

/**
 * Joins the issue of each exception `e` of a project by its fingerprint. An exception whose fingerprint has no issue was
 * counted in the project's issue `(other)`, if there is one.
 */
export const joinIssue = (projectId: string): RawBuilder<unknown> => sql`
  left join issue_hashes h on h.project_id = ${projectId} and h.hash = e.hash
  left join issue_hashes other on h.hash is null and other.project_id = ${projectId} and other.hash = ${OTHER}`;

/** The condition that an exception has one of these fingerprints or, if {@link OTHER} is among them, one without an issue. */
export const isOfHashes = (projectId: string, hashes: readonly string[]): RawBuilder<unknown> =>
  hashes.includes(OTHER)
    ? sql`(hash = any(${hashes}::text[]) or not exists (
        select from issue_hashes k where k.project_id = ${projectId} and k.hash = s.hash))`
    : sql`hash = any(${hashes}::text[])`;
