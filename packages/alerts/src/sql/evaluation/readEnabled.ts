import type { Queryable } from '@sluice/db';
import { sql } from 'kysely';

/** Returns whether rules are enabled, by id; those that were deleted are left out. */
export async function readEnabled(db: Queryable, ruleIds: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ id: string; enabled: boolean }>`
    select id, enabled from alert_rules where id = any(${[...ruleIds]}::int8[])`.execute(db.kysely);
  return new Map(rows.map((row) => [row.id, row.enabled]));
}
