import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/**
 * Returns what project users are known by, by key: the name, otherwise the email address, otherwise the username. Users without any of
 * them are missing. One lookup in the primary key for each key.
 */
export async function readUserNames(
  db: Queryable,
  projectId: string,
  keys: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(keys)].filter((key) => key !== null);
  if (known.length === 0) return new Map();
  const { rows } = await sql<{ key: string; name: string }>`
    select user_key as key, coalesce(nullif(name, ''), nullif(email, ''), nullif(username, '')) as name from project_users
    where project_id = ${projectId} and user_key = any(${known}::text[])
      and coalesce(nullif(name, ''), nullif(email, ''), nullif(username, '')) is not null`.execute(db.kysely);
  return new Map(rows.map(({ key, name }) => [key, name]));
}
