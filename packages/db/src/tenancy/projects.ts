import { DEFAULT_PROJECT_SETTINGS, OPERATOR, type Actor, type ProjectSettings } from '@sluice/contract';
import { sql, type Selectable } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { withRoom } from './withRoom.js';
import { settingsDiff } from '../audit/settingsDiff.js';
import { writeAudit } from '../audit/writeAudit.js';
import type { Database, Queryable } from '../connection/createDatabase.js';
import type { ProjectsTable } from '../schema/schema.js';
import { assertRoomFor, type TenantLimit } from '../tenantLimit.js';
import { patchSettings, resolveSettings, type SettingsPatch, type StoredSettings } from './patchSettings.js';
import { insertKey, type NewProjectKey } from './projectKeys.js';
import { PROJECT_RULES } from './settingRules.js';
import { settingsTransaction } from './settingsTransaction.js';
import { checkSlug, creating, found, TenancyError } from '../tenancyError.js';

/** A project that is not deleted. */
export interface Project {
  readonly id: string;
  readonly organizationId: string;
  /** The organization's slug. */
  readonly organization: string;
  readonly slug: string;
  /** Complete: defaults included. */
  readonly settings: ProjectSettings;
  readonly version: string;
  readonly createdAt: Date;
}

/** The two slugs that name a project. */
export interface ProjectRef {
  readonly organization: string;
  readonly project: string;
}

/** Checks settings of a project without storing them. @throws TenancyError `invalid`, as {@link updateProject} */
export const checkProjectSettings = (patch: SettingsPatch): void => void patchSettings({}, patch, PROJECT_RULES);

/** Author and limits of a new project. */
interface NewProjectOptions {
  /** Default: the operator. */
  readonly actor?: Actor;
  /** Projects of the organization; default: any number. */
  readonly limit?: TenantLimit;
  /** Conditions of alert rules of the organization, which also apply to a new project; default: any number. */
  readonly conditionLimit?: TenantLimit | undefined;
}

/** Creates a project with a key. @throws TenancyError `not_found` (organization), `exists`, `invalid` or `limit_reached` */
export async function createProject(
  db: Database,
  ref: ProjectRef,
  patch: SettingsPatch = {},
  { actor = OPERATOR, limit, conditionLimit: conditions }: NewProjectOptions = {},
): Promise<{ readonly project: Project; readonly key: NewProjectKey }> {
  checkSlug('project', ref.project);
  const settings = patchSettings({}, patch, PROJECT_RULES);
  return settingsTransaction(db, async (tx) => {
    const organization = await tx.kysely
      .selectFrom('organizations')
      .select('id')
      .where('slug', '=', ref.organization)
      .executeTakeFirst();
    const { id } = found(organization, `there is no organization ${ref.organization}`);
    if (limit !== undefined) assertRoomFor(limit, { count: await countProjects(tx, id) }, 'projects');
    const row = await withRoom(tx, id, conditions === undefined ? {} : { conditions }, () =>
      creating(
        tx.kysely
          .insertInto('projects')
          .values({ organization_id: id, slug: ref.project, settings: JSON.stringify(settings) })
          .returningAll()
          .executeTakeFirstOrThrow(),
        `project ${ref.organization}/${ref.project} exists already`,
      ),
    );
    const key = await insertKey(tx, row.id, 'default');
    await writeAudit(tx, {
      organizationId: id,
      projectId: row.id,
      actor,
      action: 'project.create',
      target: ref.project,
      after: settingsDiff({}, settings).after,
    });
    return { project: projectOf({ ...row, organization: ref.organization }), key };
  });
}

/** Counts the projects of an organization that are not deleted. What else would add one at the same time waits. */
async function countProjects(tx: Tx, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sluice.projects.${organizationId}`}, 0))`.execute(
    tx.kysely,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from projects where organization_id = ${organizationId}::int8 and deleted_at is null`.execute(
    tx.kysely,
  );
  return rows[0]?.count ?? 0;
}

/** Returns the projects of one organization or all, by organization and slug. */
export async function listProjects(db: Queryable, organization?: string): Promise<readonly Project[]> {
  const all = selectProjects(db).orderBy('o.slug').orderBy('p.slug');
  const rows = await (organization === undefined ? all : all.where('o.slug', '=', organization)).execute();
  return rows.map(projectOf);
}

/** Returns one project. @throws TenancyError `not_found` */
export async function findProject(db: Queryable, ref: ProjectRef): Promise<Project> {
  const row = await selectProjects(db)
    .where('o.slug', '=', ref.organization)
    .where('p.slug', '=', ref.project)
    .executeTakeFirst();
  return projectOf(found(row, `there is no project ${ref.organization}/${ref.project}`));
}

/** Conditions and author of a change. */
export interface ProjectChange {
  /** Versions of the project on which the change may be based; default: any. */
  readonly ifVersion?: readonly string[] | undefined;
  /** Default: an operator. */
  readonly actor?: Actor;
}

/**
 * Changes the given settings of a project.
 * @throws TenancyError `not_found`, `invalid`, or `changed` if the project's version is not in `ifVersion`
 */
export function updateProject(
  db: Database,
  ref: ProjectRef,
  patch: SettingsPatch,
  { ifVersion, actor = OPERATOR }: ProjectChange = {},
): Promise<Project> {
  return settingsTransaction(db, async (tx) => {
    const before = await findProject(tx, ref);
    const { id, version, organizationId } = before;
    if (ifVersion?.includes(version) === false) {
      const message = `the settings of ${ref.organization}/${ref.project} were changed since you read them`;
      throw new TenancyError('changed', message);
    }
    const { settings } = await tx.kysely
      .selectFrom('projects')
      .select('settings')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const patched = patchSettings(settings as StoredSettings, patch, PROJECT_RULES);
    await tx.kysely
      .updateTable('projects')
      .set({ settings: JSON.stringify(patched) })
      .where('id', '=', id)
      .execute();
    const after = await findProject(tx, ref);
    const diff = settingsDiff(before.settings, after.settings);
    if (Object.keys(diff.after).length > 0) {
      const target = ref.project;
      await writeAudit(tx, { organizationId, projectId: id, actor, action: 'project.settings', target, ...diff });
    }
    return after;
  });
}

/**
 * Deletes a project: its keys stop working and its slug is free again. Retention deletes what it stored.
 * @throws TenancyError `not_found`
 */
export function deleteProject(db: Database, ref: ProjectRef, actor: Actor = OPERATOR): Promise<void> {
  return settingsTransaction(db, async (tx) => {
    const { id, organizationId } = await findProject(tx, ref);
    await closeProject(tx, id);
    await writeAudit(tx, { organizationId, projectId: id, actor, action: 'project.delete', target: ref.project });
  });
}

/** Sets a project to deleted and disables its keys. */
export async function closeProject(tx: Tx, id: string): Promise<void> {
  const now = sql<Date>`now()`;
  await tx.kysely.updateTable('projects').set({ deleted_at: now }).where('id', '=', id).execute();
  await tx.kysely
    .updateTable('project_keys')
    .set({ disabled_at: now })
    .where('project_id', '=', id)
    .where('disabled_at', 'is', null)
    .execute();
}

function selectProjects(db: Queryable) {
  return db.kysely
    .selectFrom('projects as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .selectAll('p')
    .select('o.slug as organization')
    .where('p.deleted_at', 'is', null);
}

function projectOf(row: Selectable<ProjectsTable> & { readonly organization: string }): Project {
  return {
    id: row.id,
    organizationId: row.organization_id,
    organization: row.organization,
    slug: row.slug,
    settings: resolveSettings(DEFAULT_PROJECT_SETTINGS, row.settings),
    version: row.version,
    createdAt: row.created_at,
  };
}
