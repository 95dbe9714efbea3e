import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import type { FilteredEvent } from '../../decide/matchFilters.js';

/** Of the latest exception of an issue, what filters of rules look at. */
type LatestEvent = Omit<FilteredEvent, 'level'>;

/** Returns the latest exceptions of issues by the issue's id; those whose exception was deleted are left out. */
export async function readLatestEvents(
  db: Queryable,
  projectId: string,
  issueIds: readonly string[],
): Promise<ReadonlyMap<string, LatestEvent>> {
  if (issueIds.length === 0) return new Map();
  const { rows } = await sql<LatestEvent & { readonly id: string }>`
    select i.id, e.environment, e.release, coalesce(e.tags, '{}') as tags,
      coalesce(e.contexts ->> 'page.url', e.contexts ->> 'url.full', e.contexts ->> 'url') as url
    from issues i join exceptions e on e.project_id = i.project_id and e.id = i.last_event_id
    where i.project_id = ${projectId}::int8 and e.project_id = ${projectId}::int8
      and i.id = any(${[...issueIds]}::uuid[])`.execute(db.kysely);
  return new Map(rows.map(({ id, ...event }) => [id, event]));
}
