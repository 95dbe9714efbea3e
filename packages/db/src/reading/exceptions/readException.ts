import type { Json } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../connection/createDatabase.js';
import type { JsonObject } from '../../schema.js';
import { ISSUE_ID, joinIssue } from './joinIssue.js';
import { isEventId } from '../isEventId.js';
import {
  LISTED_EXCEPTION_COLUMNS,
  toException,
  type ExceptionDetail,
  type ListedExceptionRow,
} from './storedException.js';

/** One exception, everything of it; `undefined` where the project has none of this id. */
export async function readException(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<ExceptionDetail | undefined> {
  if (!isEventId(id)) return undefined;
  const { rows } = await sql<DetailRow>`
    select ${sql.join(LISTED_EXCEPTION_COLUMNS.map((column) => sql.ref(`e.${column}`)))}, e.contexts, e.payload, e.breadcrumbs, ${ISSUE_ID}
    from exceptions e ${joinIssue(projectId)}
    where e.project_id = ${projectId} and e.id = ${id}`.execute(db.kysely);
  const [row] = rows;
  return row === undefined ? undefined : { ...toException(row), contexts: row.contexts, payload: payloadOf(row) };
}

interface DetailRow extends ListedExceptionRow {
  readonly contexts: JsonObject | null;
  readonly payload: JsonObject;
  readonly breadcrumbs: string | null;
}

/** What was sent, in one piece; rows from before the column have their breadcrumbs in it already. */
const payloadOf = ({ payload, breadcrumbs }: DetailRow): JsonObject =>
  breadcrumbs === null ? payload : { ...payload, breadcrumbs: JSON.parse(breadcrumbs) as Json };
