import { randomBytes } from 'node:crypto';
import { type System } from './system.js';
import { letPass } from './waitFor.js';

export type Settings = Readonly<Record<string, unknown>>;

export interface Project {
  readonly organization: string;
  readonly slug: string;
  /** `organization/slug`, as the command line takes it. */
  readonly path: string;
  readonly key: string;
  readonly dsn: string;
  /** The row's id, for SQL. */
  readonly id: string;
}

/** A slug nobody else has. */
export const uniqueSlug = (prefix: string): string => `${prefix}-${randomBytes(4).toString('hex')}`;

const assignments = (settings: Settings): string[] =>
  Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}`);

/** Creates an organization, with settings such as `{ 'monthly.errors': 5 }`, and answers its slug. */
export async function createOrganization(system: System, settings: Settings = {}): Promise<string> {
  const slug = uniqueSlug('org');
  await system.sluice('org', 'create', slug);
  if (Object.keys(settings).length > 0) await setOrganization(system, slug, settings);
  return slug;
}

/** Changes settings of an organization; in force within two seconds. */
export async function setOrganization(system: System, organization: string, settings: Settings): Promise<void> {
  await system.sluice('org', 'set', organization, ...assignments(settings));
}

/** Changes settings of a project; in force within two seconds. */
export async function setProject(system: System, project: Project, settings: Settings): Promise<void> {
  await system.sluice('project', 'set', project.path, ...assignments(settings));
}

/** Creates a project with settings such as `{ 'filters.ips': ['10.0.0.0/8'] }`. */
export async function createProject(system: System, organization: string, settings: Settings = {}): Promise<Project> {
  const slug = uniqueSlug('app');
  const path = `${organization}/${slug}`;
  const created = (await system.sluice('project', 'create', path)) as { key: string; dsn: string };
  const rows = await system.sql<{ id: string }>(
    `select p.id::text as id from projects p join organizations o on o.id = p.organization_id
     where o.slug = $1 and p.slug = $2`,
    [organization, slug],
  );
  const project = { organization, slug, path, key: created.key, dsn: created.dsn, id: rows[0]?.id ?? '' };
  if (Object.keys(settings).length > 0) await setProject(system, project, settings);
  return project;
}

/** An organization of its own and one project in it. */
export async function createTenant(
  system: System,
  settings: { readonly organization?: Settings; readonly project?: Settings } = {},
): Promise<Project> {
  const organization = await createOrganization(system, settings.organization);
  return createProject(system, organization, settings.project);
}

/** Waits as long as the documents allow a changed setting to take until every gateway obeys it: two seconds. */
export const settingsInForce = (): Promise<void> => letPass(2_000);

/** Several projects of one organization by name, each with its settings, all in force. */
export async function createProjects<Name extends string>(
  system: System,
  settings: Readonly<Record<Name, Settings>>,
): Promise<Record<Name, Project>> {
  const organization = await createOrganization(system);
  const names = Object.keys(settings) as Name[];
  const projects: [Name, Project][] = [];
  for (const name of names) projects.push([name, await createProject(system, organization, settings[name])]);
  await settingsInForce();
  return Object.fromEntries(projects) as Record<Name, Project>;
}
