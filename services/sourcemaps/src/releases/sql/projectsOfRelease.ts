import { isStorable } from '@sluice/management';
import type { Queryable } from '@sluice/db';

/** A project that has a release. */
export interface ReleaseProject {
  readonly id: string;
  readonly slug: string;
}

/** Projects that are returned at most. */
const MAX_PROJECTS = 100;

/** Returns the projects of an organization that have a release of this version, by slug; at most 100. */
export async function projectsOfRelease(
  db: Queryable,
  organizationId: string,
  version: string,
): Promise<readonly ReleaseProject[]> {
  if (!isStorable(version)) return [];
  return db.kysely
    .selectFrom('projects as p')
    .innerJoin('releases as r', 'r.project_id', 'p.id')
    .select(['p.id', 'p.slug'])
    .where('p.organization_id', '=', organizationId)
    .where('p.deleted_at', 'is', null)
    .where('r.version', '=', version)
    .orderBy('p.slug')
    .limit(MAX_PROJECTS)
    .execute();
}
