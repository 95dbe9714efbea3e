import { sql, type RawBuilder } from 'kysely';
import { type Database, type Queryable, inTransaction } from '@sluice/db';
import type { RemovableKind } from './listNames.js';

/** The removed names, and the releases that were kept because they have source maps. */
interface RemovedNames {
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

/**
 * Removes names of a project with everything that is derived under them. Events keep the names. A removed name that is used
 * again is a new name. Releases with source maps are kept, because their frames would no longer resolve.
 *
 * | kind          | removed with it                                                         |
 * |---------------|-------------------------------------------------------------------------|
 * | `metric`      | its series                                                              |
 * | `environment` | its series, its hours of issues, its days of hits                       |
 * | `release`     | its row with its description, its series, its counts of issues          |
 * | `user`        | the user's fields and its issues; counts of issues stay                 |
 */
export function removeNames(
  db: Database,
  projectId: string,
  kind: RemovableKind,
  names: readonly string[],
): Promise<RemovedNames> {
  return inTransaction(db, async (tx) => {
    const kept = kind === 'release' ? await withSourceMaps(tx, projectId, names) : [];
    const removed = names.filter((name) => !kept.includes(name));
    for (const [table, column] of PLACES[kind]) {
      await sql`
        delete from ${sql.id(table)}
        where project_id = ${projectId} and ${sql.id(column)} = any(${removed}::text[])`.execute(tx.kysely);
    }
    return { removed, kept };
  });
}

async function withSourceMaps(tx: Queryable, projectId: string, names: readonly string[]): Promise<readonly string[]> {
  const query: RawBuilder<{ release: string }> = sql`
    select distinct release from sourcemaps where project_id = ${projectId} and release = any(${names}::text[])`;
  return (await query.execute(tx.kysely)).rows.map(({ release }) => release);
}

/** Tables and their column with the name, in the order in which workers write them. */
const PLACES: Readonly<Record<RemovableKind, readonly (readonly [table: string, column: string])[]>> = {
  metric: [
    ['metric_names', 'name'],
    ['metric_points', 'name'],
  ],
  environment: [
    ['environment_names', 'name'],
    ['issue_hours', 'environment'],
    ['metric_points', 'environment'],
    ['hit_days', 'environment'],
    ['endpoint_hours', 'environment'],
  ],
  release: [
    ['release_names', 'name'],
    ['issue_releases', 'release'],
    ['releases', 'version'],
    ['metric_points', 'release'],
  ],
  user: [
    ['issue_users', 'user_key'],
    ['project_users', 'user_key'],
  ],
};
