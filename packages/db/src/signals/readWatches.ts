import { sql } from 'kysely';
import type { StoredCondition } from '@sluice/contract';
import type { Queryable } from '../connection/createDatabase.js';
import { indexWatches, type WatchedKind, type Watches } from './watches.js';

interface RuleRow {
  readonly id: string;
  readonly organization_id: string;
  readonly project_id: string | null;
  readonly conditions: readonly StoredCondition[];
  readonly except_projects: readonly string[];
}

/**
 * Returns what enabled rules with conditions of these kinds watch. A rule of an organization watches all its projects except
 * those that it excludes. Reads no project if there is no such rule.
 */
export async function readWatches(db: Queryable, kinds: readonly WatchedKind[]): Promise<Watches> {
  const { rows } = await sql<RuleRow>`
    select id, organization_id, project_id, conditions, except_projects from alert_rules
    where enabled and conditions @> any(${kinds.map((kind) => JSON.stringify([{ kind }]))}::jsonb[])
    order by id`.execute(db.kysely);
  const projects = await readProjects(
    db,
    rows.flatMap((row) => (row.project_id === null ? [row.organization_id] : [])),
  );
  return indexWatches(
    rows.map(({ id, conditions, ...row }) => ({
      id,
      conditions,
      projectIds:
        row.project_id === null
          ? (projects.get(row.organization_id) ?? []).filter((projectId) => !row.except_projects.includes(projectId))
          : [row.project_id],
    })),
    kinds,
  );
}

async function readProjects(
  db: Queryable,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const projects = new Map<string, string[]>();
  if (organizationIds.length === 0) return projects;
  const { rows } = await sql<{ id: string; organization_id: string }>`
    select id, organization_id from projects
    where organization_id = any(${[...new Set(organizationIds)]}::int8[]) order by id`.execute(db.kysely);
  for (const row of rows) {
    const known = projects.get(row.organization_id);
    if (known === undefined) projects.set(row.organization_id, [row.id]);
    else known.push(row.id);
  }
  return projects;
}
