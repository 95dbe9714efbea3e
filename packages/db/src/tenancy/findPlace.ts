import type { Queryable } from '../connection/createDatabase.js';

/** An organization, and one of its projects where the address names one. */
export interface Place {
  readonly organizationId: string;
  /** The organization's slug. */
  readonly organization: string;
  readonly project: { readonly id: string; readonly slug: string } | undefined;
}

/** The slugs of an address. */
export interface PlaceSlugs {
  readonly organization: string;
  readonly project?: string | undefined;
}

/**
 * The place that an address names, among what belongs to the organization `organizationId`; `undefined` where there is
 * no such place. One statement, whether it is not there, deleted or somebody else's: the time it takes tells nothing.
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
