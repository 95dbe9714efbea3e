import { sql } from 'kysely';
import { type Tx, OTHER } from '@sluice/db';
import { readFirstSeen } from './readFirstSeen.js';
import { isSamePackage, latestRelease } from './releaseOrder.js';

/** The most releases, latest first, that are compared to find the last one. */
const COMPARED = 1_000;

/** Returns the last release in which an issue was seen. Without {@link OTHER}, which represents many releases and has no order. */
export async function lastReleaseOf(tx: Tx, projectId: string, issueId: string): Promise<string | null> {
  const { rows } = await sql<{ release: string }>`
    select r.release from issue_hashes h
    join issue_releases r on r.project_id = h.project_id and r.hash = h.hash
    where h.project_id = ${projectId} and h.issue_id = ${issueId} and r.release <> ${OTHER}
    group by r.release order by max(r.last_seen) desc limit ${COMPARED}`.execute(tx.kysely);
  const releases = rows.map(({ release }) => release);
  return latestRelease(releases, await readFirstSeen(tx, projectId, releases)) ?? null;
}

/**
 * Returns the latest release of a project that was seen on an exception, of the same package as the given one: `shop@1.4.0` after
 * `shop@1.2.0`. Without a given one, of any package.
 */
export async function latestReleaseAs(tx: Tx, projectId: string, release: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select version from releases where project_id = ${projectId} and version <> ${OTHER} and first_seen is not null
    order by last_seen_hour desc limit ${COMPARED}`.execute(tx.kysely);
  const seen = rows.map(({ version }) => version);
  const related = release === null ? seen : seen.filter((version) => isSamePackage(version, release));
  const releases = release === null ? related : [...new Set([...related, release])];
  return latestRelease(releases, await readFirstSeen(tx, projectId, releases));
}
