import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** Returns until when each search for drops has recorded what it found, milliseconds since 1970. Missing: it never ran. */
export async function readDropProgress(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.kysely.selectFrom('drop_evaluations').selectAll().execute();
  return new Map(rows.map(({ search, evaluated_until: until }) => [search, until.getTime()]));
}

/**
 * Stores until when a search has recorded what it found. The last one that stores a time wins: an earlier time only makes the next search
 * find what is recorded already, and a time that a wrong clock stored does not stay.
 */
export async function storeDropProgress(db: Queryable, search: string, untilMs: number): Promise<void> {
  await sql`
    insert into drop_evaluations as e (search, evaluated_until)
    values (${search}, ${new Date(untilMs).toISOString()}::timestamptz)
    on conflict (search) do update set evaluated_until = excluded.evaluated_until
    where e.evaluated_until <> excluded.evaluated_until`.execute(db.kysely);
}
