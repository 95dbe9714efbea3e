import type { Migration } from './migration.js';

/** Rows that are updated again and again keep room on their page, so that an update need not touch any index. */
const HOT = 'with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.1)';

/** Each field has the time of the event it came from: the newest wins, whatever the order of arrival. */
const PROJECT_USERS = `create table project_users (
       project_id bigint not null,
       user_key text collate "C" not null,
       id text, id_at timestamptz,
       email text, email_at timestamptz,
       username text, username_at timestamptz,
       name text, name_at timestamptz,
       ip text, ip_at timestamptz,
       first_seen timestamptz not null,
       last_seen timestamptz not null,
       touched_at timestamptz not null default now(),
       primary key (project_id, user_key)
     ) ${HOT}`;

/** What nobody has fed for long is found by these, whatever else the tables hold. */
const STALE = [
  `create index issues_touched on issues (touched_at)`,
  `create index project_users_touched on project_users (touched_at)`,
  `create index releases_touched on releases (touched_at)
     where ref is null and url is null and deployed_at is null and notes is null`,
];

/** What is derived from events: partial traces, issues, releases and project users. */
export const derived: Migration = {
  name: '0003-derived',
  statements: () => [
    // Storage parameters are a partition's own: they are set where partitions are made.
    `create table traces (
       project_id bigint not null,
       day date not null,
       trace_id text collate "C" not null,
       first_start timestamptz not null,
       last_end timestamptz not null,
       span_count bigint not null,
       error_count bigint not null,
       roots jsonb not null,
       earliest jsonb not null,
       primary key (project_id, day, trace_id)
     ) partition by range (day)`,
    `create index traces_trace on traces (project_id, trace_id)`,
    `create table issues (
       project_id bigint not null,
       id uuid not null,
       title text not null,
       culprit text,
       level text not null,
       status text not null default 'open',
       count bigint not null,
       first_seen timestamptz not null,
       last_seen timestamptz not null,
       last_event_id uuid not null,
       first_release text collate "C",
       first_release_at timestamptz,
       last_release text collate "C",
       last_release_at timestamptz,
       created_at timestamptz not null default now(),
       touched_at timestamptz not null default now(),
       primary key (project_id, id)
     ) ${HOT}`,
    `create table issue_hashes (
       project_id bigint not null,
       hash text collate "C" not null,
       issue_id uuid not null,
       primary key (project_id, hash)
     )`,
    `create index issue_hashes_issue on issue_hashes (project_id, issue_id)`,
    `create table releases (
       project_id bigint not null,
       version text collate "C" not null,
       ref text,
       url text,
       deployed_at timestamptz,
       notes text,
       first_seen timestamptz,
       last_seen timestamptz,
       exception_count bigint not null default 0,
       created_at timestamptz not null default now(),
       touched_at timestamptz not null default now(),
       primary key (project_id, version)
     ) ${HOT}`,
    PROJECT_USERS,
    ...STALE,
  ],
};
