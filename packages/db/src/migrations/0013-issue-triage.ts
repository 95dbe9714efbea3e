import type { Migration } from './migration.js';

/** Who a change or a comment is by: a user, a token, or neither for an automatic change. The label stays when both are gone. */
const ACTOR = `user_id bigint, token_id bigint, actor text`;

/**
 * What people decide about issues: who is assigned, until when an issue is ignored, comments, and the history of changes.
 *
 * An ignored issue opens again when its `count` or `users` reaches `ignored_count` or `ignored_users`, or at `ignored_until`.
 * No index contains the new columns that are not NULL on ordinary issues, so that counting an exception stays a heap-only update.
 */
export const issueTriage: Migration = {
  name: '0013-issue-triage',
  statements: () => [
    `alter table issues
       add column assignee_id bigint,
       add column resolved_next text collate "C",
       add column ignored_until timestamptz,
       add column ignored_count bigint,
       add column ignored_users bigint`,
    // For the task that opens them again.
    `create index issues_ignored_until on issues (ignored_until) where ignored_until is not null`,
    // Retention and the sums of a project's hours use one index instead of two.
    `create index issue_hours_hour_project on issue_hours (hour, project_id)`,
    `drop index issue_hours_hour`,
    `create table issue_comments (
       project_id bigint not null,
       issue_id uuid not null,
       id bigint generated always as identity,
       ${ACTOR},
       text text not null,
       created_at timestamptz not null default now(),
       edited_at timestamptz,
       primary key (project_id, issue_id, id)
     )`,
    `create table issue_changes (
       project_id bigint not null,
       issue_id uuid not null,
       id bigint generated always as identity,
       ${ACTOR},
       action text not null,
       details jsonb not null default '{}',
       created_at timestamptz not null default now(),
       primary key (project_id, issue_id, id)
     )`,
  ],
};
