import { randomBytes } from 'node:crypto';
import { ask } from './http.js';
import { type System } from './system.js';
import { letPass, waitFor } from './waitFor.js';

/** Settings by their dotted names, such as `{ 'filters.ips': ['10.0.0.0/8'] }`. */
export type Settings = Readonly<Record<string, unknown>>;

export interface Project {
  readonly organization: string;
  readonly slug: string;
  /** `organization/slug`, as the command line takes it. */
  readonly path: string;
  readonly key: string;
  /** The row's id, for SQL. */
  readonly id: string;
}

/** A unique slug. */
export const uniqueSlug = (prefix: string): string => `${prefix}-${randomBytes(4).toString('hex')}`;

/** `{ 'a.b': 1 }` → `{ a: { b: 1 } }`, as settings are kept. */
function nested(settings: Settings): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(settings)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at = whole;
    for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return whole;
}

const assignments = (settings: Settings): string[] =>
  Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}`);

/** Creates an organization with settings such as `{ 'monthly.errors': 5 }`, by SQL for speed, and returns its slug. */
export async function createOrganization(system: System, settings: Settings = {}): Promise<string> {
  const slug = uniqueSlug('org');
  await system.sql('insert into organizations (slug, settings) values ($1, $2)', [
    slug,
    JSON.stringify(nested(settings)),
  ]);
  return slug;
}

/** Changes settings of an organization by the CLI; in force within two seconds. */
export async function setOrganization(system: System, organization: string, settings: Settings): Promise<void> {
  await system.sluice('org', 'set', organization, ...assignments(settings));
}

/** Changes settings of a project by the CLI; in force within two seconds. */
export async function setProject(system: System, project: Project, settings: Settings): Promise<void> {
  await system.sluice('project', 'set', project.path, ...assignments(settings));
}

/** Resolves when no gateway calls the key unknown any more. Asks with a beacon's form and no events: nothing is counted. */
async function waitUntilKnown(system: System, key: string, timeoutMs = 5_000): Promise<void> {
  for (const gateway of system.gatewayUrls) {
    const url = `${gateway}/api/envelope?service_key=${key}`;
    await waitFor(async () => (await ask(url, { method: 'POST', body: '{"events":[]}' })).status !== 401, {
      what: `${gateway} to know a new key`,
      timeoutMs,
    });
  }
}

/** Creates a project and its key by SQL, with its settings from the start, and waits until every gateway knows it. */
export async function createProject(system: System, organization: string, settings: Settings = {}): Promise<Project> {
  const slug = uniqueSlug('app');
  const key = randomBytes(16).toString('hex');
  const rows = await system.sql<{ id: string }>(
    `with project as (
       insert into projects (organization_id, slug, settings)
       select id, $2, $3 from organizations where slug = $1 returning id
     ), key as (
       insert into project_keys (key, project_id) select $4, id from project
     )
     select id::text from project`,
    [organization, slug, JSON.stringify(nested(settings)), key],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no organization ${organization}`);
  await waitUntilKnown(system, key);
  return { organization, slug, path: `${organization}/${slug}`, key, id: row.id };
}

/** A new organization with one project. */
export async function createTenant(
  system: System,
  settings: { readonly organization?: Settings; readonly project?: Settings } = {},
): Promise<Project> {
  const organization = await createOrganization(system, settings.organization);
  return createProject(system, organization, settings.project);
}

/** Waits as long as the documents allow a changed setting to take until every gateway obeys it: two seconds. */
export const settingsInForce = (): Promise<void> => letPass(2_000);

/** Several projects of one organization by name, each with its settings. */
export async function createProjects<Name extends string>(
  system: System,
  settings: Readonly<Record<Name, Settings>>,
): Promise<Record<Name, Project>> {
  const organization = await createOrganization(system);
  const names = Object.keys(settings) as Name[];
  const projects = await Promise.all(names.map((name) => createProject(system, organization, settings[name])));
  return Object.fromEntries(names.map((name, index) => [name, projects[index]])) as Record<Name, Project>;
}
