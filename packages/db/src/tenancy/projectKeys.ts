import { randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import type { ProjectKeysTable } from '../schema.js';

/** A public project key: 32 hex digits, the user part of a DSN. */
export interface ProjectKey {
  readonly key: string;
  readonly projectId: string;
  readonly label: string;
  readonly createdAt: Date;
  /** `null` while it works. */
  readonly disabledAt: Date | null;
}

/** Makes a key for a project. */
export async function insertKey(db: Queryable, projectId: string, label: string): Promise<ProjectKey> {
  const row = await db.kysely
    .insertInto('project_keys')
    .values({ key: randomBytes(16).toString('hex'), project_id: projectId, label })
    .returningAll()
    .executeTakeFirstOrThrow();
  return keyOf(row);
}

/** A project's keys, oldest first, disabled ones included. */
export async function keysOf(db: Queryable, projectId: string): Promise<readonly ProjectKey[]> {
  const rows = await db.kysely
    .selectFrom('project_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('key')
    .execute();
  return rows.map(keyOf);
}

/** Disables a key of a project, for good; `undefined` where the project has no such key. */
export async function stopKey(db: Queryable, projectId: string, key: string): Promise<ProjectKey | undefined> {
  const row = await db.kysely
    .updateTable('project_keys')
    .set({ disabled_at: sql<Date>`coalesce(disabled_at, now())` })
    .where('project_id', '=', projectId)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : keyOf(row);
}

function keyOf(row: Selectable<ProjectKeysTable>): ProjectKey {
  return {
    key: row.key,
    projectId: row.project_id,
    label: row.label,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  };
}
