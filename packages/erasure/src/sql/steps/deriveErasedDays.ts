import { sql } from 'kysely';
import { type Database, inTransaction } from '@sluice/db';
import { deriveDay, type DeriveDeps, DERIVED_KINDS, type DueDay } from '@sluice/visits';
import type { OpenErasure } from '../erasureProgress.js';

/** Dependencies of {@link deriveErasedDays}. */
interface ErasedDaysDeps extends DeriveDeps {
  /** Days that were derived; each is added. */
  readonly derived: Set<string>;
  readonly isOver: () => boolean;
}

/**
 * Recomputes what is counted by hour and day from the remaining events: visits, exceptions by release and user, facts of
 * replays, and root spans by name. Counts of days whose events retention has deleted keep the user's exceptions as `(other)`.
 * Idempotent. Returns `false` if `isOver` ended it before all days were derived; a call with the same `derived` continues from there.
 */
export async function deriveErasedDays(
  db: Database,
  erasure: OpenErasure,
  { derived, isOver, ...deps }: ErasedDaysDeps,
): Promise<boolean> {
  for (const day of await daysOf(db, erasure)) {
    const key = `${day.kind} ${day.day}`;
    if (derived.has(key)) continue;
    await deriveDay(db, day, deps);
    derived.add(key);
    if (isOver()) return false;
  }
  const { projectId, id: erasureId, userKey } = erasure;
  await inTransaction(db, async ({ kysely }) => {
    await sql`
      with gone as (
        delete from exception_counts
        where project_id = ${projectId} and width in (1, 24) and dimension = 'user' and value = ${userKey} returning *)
      insert into exception_counts as c
        (project_id, width, dimension, start, environment, value, exceptions, users)
      select project_id, width, dimension, start, environment, '(other)', exceptions, users from gone
      on conflict (project_id, width, dimension, start, environment, value) do update set
        exceptions = c.exceptions + excluded.exceptions, users = c.users + excluded.users`.execute(kysely);
    await sql`
      insert into span_arrivals (project_id, hour, first_id)
      select project_id, hour, '00000000-0000-0000-0000-000000000000' from erased_events
      where project_id = ${projectId} and erasure_id = ${erasureId} and type = 'span'
      on conflict do nothing`.execute(kysely);
  });
  return true;
}

/** Returns the days with erased events that were derived; the others are derived later, from the remaining events. */
async function daysOf(db: Database, { projectId, id }: OpenErasure): Promise<readonly DueDay[]> {
  const { rows } = await sql<DueDay & { readonly count: string }>`
    select distinct d.project_id as "projectId", d.kind, d.day, d.count
    from erased_events e
    join derived_days d on d.project_id = e.project_id and d.kind = e.type and d.day = (e.hour at time zone 'UTC')::date
    where e.project_id = ${projectId} and e.erasure_id = ${id} and e.type = any(${DERIVED_KINDS}::text[])`.execute(
    db.kysely,
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
