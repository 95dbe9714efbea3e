import { sql } from 'kysely';
import { type Tx, mergeByKey, unnest, touch } from '@sluice/db';

/** A release seen on stored exceptions, or on an upload (`exceptions` 0). */
export interface ReleaseSighting {
  readonly projectId: string;
  readonly version: string;
  /** Time by which the event is ordered (`orderingTime`), milliseconds since 1970. */
  readonly timestampMs: number;
  readonly exceptions: number;
}

/** Creates the rows of releases that are new (protocol 3.5), widens first and last seen, adds to the exception count. */
export async function upsertReleases(tx: Tx, sightings: readonly ReleaseSighting[]): Promise<void> {
  if (sightings.length === 0) return;
  const releases = mergeByKey(
    sightings,
    (sighting) => [sighting.projectId, sighting.version],
    (sighting) => ({ ...sighting, firstMs: sighting.timestampMs, lastMs: sighting.timestampMs }),
    (a, b) => ({
      ...a,
      firstMs: Math.min(a.firstMs, b.timestampMs),
      lastMs: Math.max(a.lastMs, b.timestampMs),
      exceptions: a.exceptions + b.exceptions,
    }),
  );
  await sql`
    insert into releases as r (project_id, version, first_seen, last_seen, exception_count, last_seen_hour, touched_at)
    select *, hour_of(last_seen), now() from ${unnest('n', {
      project_id: ['int8', releases.map((release) => release.projectId)],
      version: ['text', releases.map((release) => release.version)],
      first_seen: ['timestamptz', releases.map((release) => new Date(release.firstMs).toISOString())],
      last_seen: ['timestamptz', releases.map((release) => new Date(release.lastMs).toISOString())],
      exceptions: ['int8', releases.map((release) => release.exceptions)],
    })}
    on conflict (project_id, version) do update set
      first_seen = least(r.first_seen, excluded.first_seen),
      last_seen = greatest(r.last_seen, excluded.last_seen),
      exception_count = r.exception_count + excluded.exception_count,
      last_seen_hour = greatest(r.last_seen_hour, excluded.last_seen_hour),
      ${sql.raw(touch('r', '1 hour'))}`.execute(tx.kysely);
}
