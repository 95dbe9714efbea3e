import { sql, type RawBuilder } from 'kysely';
import { ISSUE_COLUMNS } from './storedIssue.js';

/**
 * Returns the assignee of a row of `issues`, whose name in the statement is `table`: NULL for users who are no longer members, see
 * `markDeparted`. They are marked for moments only, so the list is read once in a statement and is mostly empty.
 */
export const currentAssignee = (projectId: string, table: string): RawBuilder<string | null> => {
  const id = sql.ref(`${table}.assignee_id`);
  return sql`case when ${id} = any(array(select user_id from departed_assignees where project_id = ${projectId}))
    then null else ${id} end`;
};

/** Selects {@link ISSUE_COLUMNS}, or some of them, of the table `issues`, whose name in the statement is `table`. */
export const selectIssue = (
  projectId: string,
  table: string,
  columns: readonly (typeof ISSUE_COLUMNS)[number][] = ISSUE_COLUMNS,
): RawBuilder<unknown> =>
  sql.join(
    columns.map((column) =>
      column === 'assignee_id'
        ? sql`${currentAssignee(projectId, table)} as assignee_id`
        : sql.ref(`${table}.${column}`),
    ),
  );
