import type { Json } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable, EventDetail } from '@sluice/db';
import { selectDetail, isEventId } from '@sluice/reading';
import { ISSUE_ID, joinIssue } from '../../../sql/joinIssue.js';
import type { ExceptionDetail, StoredException } from './storedException.js';

/** Returns all stored data of one exception; `undefined` if the project has none with this id. */
export async function readException(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<ExceptionDetail | undefined> {
  if (!isEventId(id)) return undefined;
  const { rows } = await sql<EventDetail<'exceptions'> & Pick<StoredException, 'issueId'>>`
    select ${selectDetail('exceptions', 'e')}, ${ISSUE_ID} as "issueId"
    from exceptions e ${joinIssue(projectId)}
    where e.project_id = ${projectId} and e.id = ${id}`.execute(db.kysely);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { breadcrumbs, ...exception } = row;
  // Rows from before the column have their breadcrumbs in the payload.
  if (breadcrumbs === null) return exception;
  return { ...exception, payload: { ...exception.payload, breadcrumbs: JSON.parse(breadcrumbs) as Json } };
}
