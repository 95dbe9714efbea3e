import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { FirstSeen } from './releaseOrder.js';

/** Returns when these releases of a project were first seen on an exception, without those that were not seen. */
export async function readFirstSeen(db: Queryable, projectId: string, releases: readonly string[]): Promise<FirstSeen> {
  const rows = await db.kysely
    .selectFrom('releases')
    .select(['version', 'first_seen'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`version = any(${[...new Set(releases)]}::text[])`)
    .where('first_seen', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.version, row.first_seen?.getTime() ?? 0]));
}
