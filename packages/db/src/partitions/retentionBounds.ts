import { DEFAULT_ORGANIZATION_SETTINGS } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';

/** Retention over all organizations, in days. */
interface RetentionBounds {
  readonly shortest: number;
  readonly longest: number;
}

/** Returns the shortest and the longest retention of all organizations; the default if there are none. */
export async function retentionBounds(db: Queryable): Promise<RetentionBounds> {
  const usual = DEFAULT_ORGANIZATION_SETTINGS.retentionDays;
  const days = sql`coalesce((settings ->> 'retentionDays')::int, ${usual}::int)`;
  const { rows } = await sql<{ shortest: number | null; longest: number | null }>`
    select min(${days}) as shortest, max(${days}) as longest from organizations`.execute(db.kysely);
  return { shortest: rows[0]?.shortest ?? usual, longest: rows[0]?.longest ?? usual };
}
