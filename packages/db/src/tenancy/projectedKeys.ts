import { DEFAULT_ORGANIZATION_SETTINGS, DEFAULT_PROJECT_SETTINGS, type ProjectedProject } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import { liftOf } from './liftSpikeProtection.js';
import { resolveSettings } from './patchSettings.js';

/** A key with what gateways need to know about it. */
export interface ProjectedKey {
  readonly key: string;
  /** Grows with every change of the key, its project or its organization. */
  readonly version: string;
  /** `null` if the key is disabled or its project is deleted. */
  readonly project: ProjectedProject | null;
}

/**
 * Returns the keys that changed after `sinceVersion`, or all, by version. Versions become visible in order, because they are
 * assigned under a lock that is held until commit: a reader can continue from the last version it read.
 */
export async function readProjectedKeys(
  db: Queryable,
  sinceVersion: string | undefined,
): Promise<readonly ProjectedKey[]> {
  const all = selectKeys(db);
  const rows = await (sinceVersion === undefined ? all : all.where(changedAfter(sinceVersion)))
    .orderBy('version')
    .orderBy('k.key')
    .execute();
  return rows.map(projectedKeyOf);
}

/** Returns one key; `undefined` if it never existed. */
export async function findProjectedKey(db: Queryable, key: string): Promise<ProjectedKey | undefined> {
  const row = await selectKeys(db).where('k.key', '=', key).executeTakeFirst();
  return row === undefined ? undefined : projectedKeyOf(row);
}

/** Finds the projects by the indexes on versions first, so that the usual result, no rows, costs three index scans. */
const changedAfter = (version: string) => sql<boolean>`
  greatest(k.version, p.version, o.version) > ${version} and p.id in (
    select project_id from project_keys where version > ${version}
    union select id from projects where version > ${version}
    union select projects.id from organizations
      join projects on projects.organization_id = organizations.id where organizations.version > ${version})`;

function selectKeys(db: Queryable) {
  return db.kysely
    .selectFrom('project_keys as k')
    .innerJoin('projects as p', 'p.id', 'k.project_id')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .select([
      'k.key',
      'k.project_id',
      'k.disabled_at',
      'p.deleted_at',
      'p.slug as project',
      'p.organization_id',
      'o.slug as organization',
      'p.settings as project_settings',
      'p.lift_hour',
      'p.lift_types',
      'o.settings as organization_settings',
    ])
    .select(sql<string>`greatest(k.version, p.version, o.version)`.as('version'));
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>;

function projectedKeyOf(row: KeyRow): ProjectedKey {
  const { key, version } = row;
  if (row.disabled_at !== null || row.deleted_at !== null) return { key, version, project: null };
  const project: ProjectedProject = {
    projectId: row.project_id,
    organizationId: row.organization_id,
    organization: row.organization,
    project: row.project,
    settings: resolveSettings(DEFAULT_PROJECT_SETTINGS, row.project_settings),
    monthly: resolveSettings(DEFAULT_ORGANIZATION_SETTINGS, row.organization_settings).monthly,
    lift: liftOf(row),
  };
  return { key, version, project };
}
