import type { Migration } from './migration.js';

/**
 * No event of a project arrived before it was created, and none counts from more than `MAX_EVENT_AGE_HOURS` before its arrival. This
 * is the greatest value of that setting: no time that was correct under any value is replaced.
 */
const IS_FALSE = (column: string): string => `${column} < p.created_at - interval '8760 hours'`;
const anyIsFalse = (...columns: readonly string[]): string => `(${columns.map(IS_FALSE).join(' or ')})`;

/** Finds the keys of false rows. This reads whole tables and locks no row. */
const FIND = [
  `create temp table false_hashes on commit drop as
     select o.project_id, o.hash from issue_hashes o join projects p on p.id = o.project_id
     where ${anyIsFalse('o.first_seen', 'o.first_release_at', 'o.last_release_at')}
     union
     select o.project_id, o.hash from issue_releases o join projects p on p.id = o.project_id where ${IS_FALSE('o.first_seen')}`,
  `create temp table false_issues on commit drop as
     select o.project_id, o.id from issues o join projects p on p.id = o.project_id
     where ${anyIsFalse('o.first_seen', 'o.first_release_at', 'o.last_release_at')}`,
  `create temp table false_users on commit drop as
     select o.project_id, o.user_key from project_users o join projects p on p.id = o.project_id where ${IS_FALSE('o.first_seen')}`,
  // With statistics, the statements below look the rows up by their keys.
  `analyze false_hashes, false_issues, false_users`,
];

/**
 * Locks the rows whose keys a table of {@link FIND} has, in the lock order of workers (`upsertIssues`, `compareKeys`). One by one, because
 * Citus locks rows of one shard only. The counts by release are not locked: workers lock their fingerprints first.
 */
const lock = (table: string, keys: string, key: string): string => `
  do $$
  declare k record;
  begin
    for k in select * from ${keys} order by project_id::text collate "C", ${key} loop
      perform from ${table} where project_id = k.project_id and ${key} = k.${key} for no key update;
    end loop;
  end $$`;

/** Fingerprints: the hour in which their first exception arrived that is still counted, otherwise the creation of their issue. */
const HASHES = `
  update issue_hashes as h set first_seen = n.arrived, last_seen = greatest(h.last_seen, n.arrived)
  from (
    select o.project_id, o.hash, coalesce(min(c.hour), min(i.created_at)) as arrived from false_hashes
    join issue_hashes o using (project_id, hash)
    join projects p on p.id = o.project_id
    join issues i on i.project_id = o.project_id and i.id = o.issue_id
    left join issue_hours c on c.project_id = o.project_id and c.hash = o.hash
    where ${IS_FALSE('o.first_seen')} group by o.project_id, o.hash) as n
  where h.project_id = n.project_id and h.hash = n.hash`;

/** A fingerprint is seen in a release after both were seen first. */
const HASH_RELEASES = `
  update issue_releases as s set first_seen = n.arrived, last_seen = greatest(s.last_seen, n.arrived)
  from (
    select o.project_id, o.hash, o.release, greatest(h.first_seen, r.first_seen, p.created_at) as arrived from false_hashes
    join issue_releases o using (project_id, hash)
    join projects p on p.id = o.project_id
    left join issue_hashes h on h.project_id = o.project_id and h.hash = o.hash
    left join releases r on r.project_id = o.project_id and r.version = o.release
    where ${IS_FALSE('o.first_seen')}) as n
  where s.project_id = n.project_id and s.hash = n.hash and s.release = n.release`;

const FIRST_AND_LAST_RELEASE = `
  update issue_hashes as h set first_release = n.first_release, first_release_at = n.first_release_at,
    last_release = n.last_release, last_release_at = n.last_release_at
  from (
    select o.project_id, o.hash,
      (array_agg(s.release order by s.first_seen, s.release))[1] as first_release, min(s.first_seen) as first_release_at,
      (array_agg(s.release order by s.last_seen desc, s.release desc))[1] as last_release, max(s.last_seen) as last_release_at
    from false_hashes
    join issue_hashes o using (project_id, hash)
    join projects p on p.id = o.project_id
    join issue_releases s on s.project_id = o.project_id and s.hash = o.hash
    where ${anyIsFalse('o.first_release_at', 'o.last_release_at')} group by o.project_id, o.hash) as n
  where h.project_id = n.project_id and h.hash = n.hash`;

/** An issue is the sum of its fingerprints; one that was merged into another has none and is not shown. */
const ISSUES = `
  update issues as i set first_seen = n.first_seen, last_seen = n.last_seen, last_seen_hour = hour_of(n.last_seen),
    first_release = n.first_release, first_release_at = n.first_release_at,
    last_release = n.last_release, last_release_at = n.last_release_at
  from (
    select o.project_id, o.id, min(h.first_seen) as first_seen, max(h.last_seen) as last_seen,
      (array_agg(h.first_release order by h.first_release_at, h.first_release) filter (where h.first_release is not null))[1]
        as first_release,
      min(h.first_release_at) as first_release_at,
      (array_agg(h.last_release order by h.last_release_at desc, h.last_release desc) filter (where h.last_release is not null))[1]
        as last_release,
      max(h.last_release_at) as last_release_at
    from false_issues
    join issues o using (project_id, id)
    join projects p on p.id = o.project_id
    join issue_hashes h on h.project_id = o.project_id and h.issue_id = o.id
    where h.first_seen is not null and ${anyIsFalse('o.first_seen', 'o.first_release_at', 'o.last_release_at')}
    group by o.project_id, o.id) as n
  where i.project_id = n.project_id and i.id = n.id`;

/** Nothing tells when a user arrived first. */
const USERS = `
  update project_users as u set first_seen = n.created_at, last_seen = greatest(u.last_seen, n.created_at),
    last_seen_hour = hour_of(greatest(u.last_seen, n.created_at))
  from (
    select o.project_id, o.user_key, p.created_at from false_users
    join project_users o using (project_id, user_key)
    join projects p on p.id = o.project_id where ${IS_FALSE('o.first_seen')}) as n
  where u.project_id = n.project_id and u.user_key = n.user_key`;

/**
 * Earlier versions stored what a device with a wrong clock said about when issues, and users, were first seen (see `orderingTimes`).
 * Times long before the project existed are replaced by those of arrivals, or by the creation of what they are about. Workers go on
 * meanwhile: rows are locked only after all tables were read, and only those that are false.
 */
export const firstSightings: Migration = {
  name: '0045-first-sightings',
  statements: () => [
    ...FIND,
    lock('issue_hashes', 'false_hashes', 'hash'),
    lock('issues', 'false_issues', 'id'),
    HASHES,
    HASH_RELEASES,
    FIRST_AND_LAST_RELEASE,
    ISSUES,
    lock('project_users', 'false_users', 'user_key'),
    USERS,
  ],
};
