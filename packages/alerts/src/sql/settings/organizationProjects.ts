import { wholeOrganization, type Queryable } from '@sluice/db';

/** Returns the slugs of an organization's projects by id, without deleted ones. */
export async function readProjectSlugs(db: Queryable, organizationId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.kysely
    .selectFrom('projects')
    .select(['id', 'slug'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/** What a list of an organization covers: one project, or all of them and what concerns the organization as a whole. */
export interface AlertScope {
  readonly organizationId: string;
  /** `undefined`: everything of the organization. */
  readonly projectId?: string | undefined;
}

/** Returns the slugs of a scope by the `project_id` of its rows; `null` for what concerns the whole organization. */
export async function readScope(
  db: Queryable,
  { organizationId, projectId }: AlertScope,
): Promise<ReadonlyMap<string, string | null>> {
  const slugs = await readProjectSlugs(db, organizationId);
  if (projectId !== undefined) return new Map([[projectId, slugs.get(projectId) ?? null]]);
  return new Map<string, string | null>([...slugs, [wholeOrganization(organizationId), null]]);
}
