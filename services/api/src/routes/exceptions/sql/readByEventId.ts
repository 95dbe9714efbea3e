import type { Queryable } from '@sluice/db';
import { sql } from 'kysely';
import { eventIdTexts, hasEventId } from './clientEventId.js';
import { readException } from './readException.js';
import type { ExceptionDetail } from './storedException.js';

/** Returns the newest exception with this context `event.id`; `undefined` if the project has none. */
export async function readByEventId(
  db: Queryable,
  projectId: string,
  eventId: string,
): Promise<ExceptionDetail | undefined> {
  const { rows } = await sql<{ id: string }>`
    select newest.id from unnest(${eventIdTexts(eventId)}::text[]) as n(own) cross join lateral (
      select id from exceptions where project_id = ${projectId} and ${hasEventId(sql`n.own`)} order by id desc limit 1
    ) as newest order by newest.id desc limit 1`.execute(db.kysely);
  const [found] = rows;
  return found === undefined ? undefined : readException(db, projectId, found.id);
}
