import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';

/** Days after its own for which a day's salt, and the keys made with it, are kept: longer than any job is stored. */
export const VISIT_DAYS = 4;

const SALT_BYTES = 32;

const IS_KEPT = sql.raw(`day >= (now() at time zone 'UTC')::date - ${VISIT_DAYS}`);

/**
 * The salts of some UTC days, sorted, made where a day has none yet. A day that is longer ago has none, whether housekeeping
 * has been at it or not: who visits it cannot be told any more from those who are counted already. It is left out of the
 * answer.
 *
 * Read in every transaction and never remembered: the one that made a salt may have been rolled back.
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
