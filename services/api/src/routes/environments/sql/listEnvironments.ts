import type { Queryable } from '@sluice/db';

/** An environment that a project's events had. */
export interface StoredEnvironment {
  readonly name: string;
  readonly firstSeen: Date;
}

/** More environments than a person chooses from: a program that makes up names. */
const MAX_ENVIRONMENTS = 500;

/** Returns the environments of a project that were used within the retention, by name; at most 500, the most recently used. */
export async function listEnvironments(db: Queryable, projectId: string): Promise<readonly StoredEnvironment[]> {
  const latest = db.kysely
    .selectFrom('environment_names')
    .select(['name', 'first_seen as firstSeen'])
    .where('project_id', '=', projectId)
    .orderBy('touched_at', 'desc')
    .limit(MAX_ENVIRONMENTS);
  return db.kysely.selectFrom(latest.as('latest')).selectAll().orderBy('name').execute();
}
