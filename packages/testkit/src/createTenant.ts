import type { Scope } from '@sluice/contract';
import { createOrganization, createProject, createToken, type Database } from '@sluice/db';

/** A tenant and its credentials. */
export interface Tenant {
  readonly organizationId: string;
  readonly organization: string;
  readonly projectId: string;
  readonly project: string;
  readonly key: string;
  /** A token of every scope, and one of each alone. */
  readonly token: string;
  readonly tokens: Readonly<Record<Scope, string>>;
  /** `/api/0/projects/{org}/{project}`. */
  readonly path: string;
}

/** Makes an organization with a project `web` and tokens. */
export async function createTenant(db: Database, slug: string): Promise<Tenant> {
  const { id } = await createOrganization(db, slug);
  const tokenFor = async (...scopes: readonly Scope[]): Promise<string> =>
    (await createToken(db, { organization: slug, scopes })).secret;
  const owner = { organization: slug, organizationId: id };
  return {
    ...owner,
    ...(await createTenantProject(db, owner, 'web')),
    token: await tokenFor('project:read', 'project:admin', 'project:releases'),
    tokens: {
      'project:read': await tokenFor('project:read'),
      'project:admin': await tokenFor('project:admin'),
      'project:releases': await tokenFor('project:releases'),
    },
  };
}

/** Makes a further project of an organization. */
export async function createTenantProject(db: Database, { organization }: Pick<Tenant, 'organization'>, slug: string) {
  const { project, key } = await createProject(db, { organization, project: slug });
  return { projectId: project.id, project: slug, key: key.key, path: `/api/0/projects/${organization}/${slug}` };
}
