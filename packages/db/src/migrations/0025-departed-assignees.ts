import type { Migration } from './migration.js';

/**
 * Users who are assigned issues of a project and are no longer enabled members of its organization. Readers treat them as nobody;
 * housekeeping clears their issues and then deletes the row. The index contains assigned issues only, and its columns change with
 * an assignment only, so that counting an exception stays a heap-only update.
 */
export const departedAssignees: Migration = {
  name: '0025-departed-assignees',
  indexes: [
    { name: 'issues_assignee', table: 'issues', on: '(project_id, assignee_id) where assignee_id is not null' },
  ],
  statements: () => [
    `create table departed_assignees (
       project_id bigint not null,
       user_id bigint not null,
       primary key (project_id, user_id)
     )`,
    `insert into departed_assignees (project_id, user_id)
     select distinct i.project_id, i.assignee_id from issues i
     where i.assignee_id is not null and not exists (
       select from projects p
       join memberships m on m.organization_id = p.organization_id
       join users u on u.id = m.user_id
       where p.id = i.project_id and m.user_id = i.assignee_id and u.disabled_at is null)`,
  ],
};
