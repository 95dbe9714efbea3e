import type { Queryable } from '../connection/createDatabase.js';

/** An organization and, if the path names one, one of its projects. */
export interface Place {
  readonly organizationId: string;
  /** The organization's slug. */
  readonly organization: string;
  readonly project: { readonly id: string; readonly slug: string } | undefined;
}

/** The slugs in a path. */
interface PlaceSlugs {
  readonly organization: string;
  readonly project?: string | undefined;
}

/**
 * Returns the organization and project that a path names, if they belong to the organization `organizationId`; otherwise
 * `undefined`. Always one statement, so that the response time does not reveal whether a project is missing, deleted or
 * another organization's.
 */
export async function findPlace(
  db: Queryable,
  organizationId: string,
  { organization, project }: PlaceSlugs,
): Promise<Place | undefined> {
  const row = await db.kysely
    .selectFrom('organizations as o')
    .leftJoin('projects as p', (join) =>
      join
        .onRef('p.organization_id', '=', 'o.id')
        .on('p.slug', '=', project ?? null)
        .on('p.deleted_at', 'is', null),
    )
    .select(['o.id', 'o.slug', 'p.id as project_id', 'p.slug as project'])
    .where('o.id', '=', organizationId)
    .where('o.slug', '=', organization)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const found = row.project_id === null || row.project === null ? undefined : { id: row.project_id, slug: row.project };
  if (project !== undefined && found === undefined) return undefined;
  return { organizationId: row.id, organization: row.slug, project: found };
}
