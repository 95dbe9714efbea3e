import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Queryable, type Tx, unnest } from '@sluice/db';

/** Days after its own for which a day's salt, and the keys made with it, are kept: longer than any job is stored. */
export const VISIT_DAYS = 4;

const SALT_BYTES = 32;

const IS_KEPT = sql.raw(`day >= (now() at time zone 'UTC')::date - ${VISIT_DAYS}`);

/**
 * Returns the salts of UTC days (sorted) and creates missing ones. A day more than {@link VISIT_DAYS} days ago has no salt and
 * is left out, even if housekeeping has not deleted it yet: its visitors can no longer be distinguished from those already counted.
 *
 * Reads the salts in every transaction without a cache: the transaction that created a salt may have been rolled back.
 */
export async function dailySalts(tx: Tx, days: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const known = await readSalts(tx, days);
  const missing = days.filter((day) => !known.has(day));
  if (missing.length === 0) return known;
  await sql`
    insert into daily_salts (day, salt)
    select n.day, n.salt from ${unnest('n', {
      day: ['date', missing],
      salt: ['bytea', missing.map(() => randomBytes(SALT_BYTES))],
    })}
    where n.${IS_KEPT}
    on conflict do nothing`.execute(tx.kysely);
  return readSalts(tx, days);
}

async function readSalts(db: Queryable, days: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await db.kysely
    .selectFrom('daily_salts')
    .selectAll()
    .where(sql<boolean>`day = any(${days}::date[]) and ${IS_KEPT}`)
    .execute();
  return new Map(rows.map(({ day, salt }) => [day, salt]));
}
