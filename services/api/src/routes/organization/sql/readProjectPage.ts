import type { Queryable } from '@sluice/db';
import { checkAfter, checkName } from '@sluice/reading';

/** A project of a list. */
export interface ProjectLine {
  readonly slug: string;
  readonly createdAt: Date;
}

/** Returns an organization's projects by slug, after the slug `after`, at most `limit`. */
export async function readProjectPage(
  db: Queryable,
  organizationId: string,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<readonly ProjectLine[]> {
  const rows = await db.kysely
    .selectFrom('projects')
    .select(['slug', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('slug', '>', checkAfter(after, checkName) ?? '')
    .orderBy('slug')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ slug: row.slug, createdAt: row.created_at }));
}
