import type { Migration } from './migration.js';

const TABLES = [
  `create table erasures (
     project_id bigint not null,
     id uuid not null default gen_random_uuid(),
     kind text collate "C" not null check (kind in ('user', 'project')),
     user_key text collate "C",
     before timestamptz,
     requested_by text not null,
     requested_at timestamptz not null default now(),
     state text collate "C" not null default 'waiting' check (state in ('waiting', 'running', 'done')),
     horizon xid8,
     step smallint not null default 0,
     position uuid not null default '00000000-0000-0000-0000-000000000000',
     started_at timestamptz,
     finished_at timestamptz,
     closed_at timestamptz,
     counts jsonb,
     slug text,
     primary key (project_id, id)
   )`,
  `create index erasures_open on erasures (project_id) where closed_at is null`,
  `create index erasures_unfinished on erasures (project_id, requested_at, id)
     where closed_at is null and state <> 'done'`,
  `create table erased_events (
     project_id bigint not null,
     erasure_id uuid not null,
     type text collate "C" not null,
     hour timestamptz not null,
     count bigint not null,
     primary key (project_id, erasure_id, type, hour)
   )`,
  `create index erased_events_hour on erased_events (hour)`,
  `create table erased_replays (
     project_id bigint not null,
     erasure_id uuid not null,
     replay_id text collate "C" not null,
     primary key (project_id, erasure_id, replay_id)
   )`,
  `create table organization_erasures (
     organization_id bigint primary key,
     slug text not null,
     requested_by text not null,
     requested_at timestamptz not null default now(),
     finished_at timestamptz,
     user_id bigint
   )`,
  `create index organization_erasures_user on organization_erasures (user_id) where user_id is not null`,
];

/**
 * `erase_organization` deletes the members, tokens, links, audit log and settings of alerts of an organization and records its
 * erasure, with the rights of the tables' owner: the API has this function instead of the right to delete entries of an audit log. It
 * does all of it for one organization or nothing, and looks names up in this schema only, temporary tables last.
 *
 * It deletes nothing that is stored by project: on a distributed database, a transaction that has written rows of a node as one role,
 * the requests of erasures, cannot write others there as the owner of the tables. Alerts about the organization as a whole have its
 * negative id as project, and an erasure of their own.
 */
const ERASE_ORGANIZATION = `
create function erase_organization(organization bigint, by_label text, by_user bigint)
returns void language plpgsql security definer set search_path = pg_catalog, %1$I, pg_temp as $body$
begin
  insert into organization_erasures (organization_id, slug, requested_by, user_id)
    select id, slug, by_label, by_user from organizations where id = organization;
  if not found then
    raise exception 'erase_organization: there is no organization %%', organization using errcode = '22023';
  end if;
  delete from memberships where organization_id = organization;
  delete from links where organization_id = organization;
  delete from tokens where organization_id = organization;
  delete from audit_log where organization_id = organization;
  delete from alert_rules where organization_id = organization;
  delete from alert_destinations where organization_id = organization;
  delete from alert_maintenance where organization_id = organization;
  delete from alert_subscriptions where organization_id = organization;
  delete from alert_inbox where organization_id = organization;
  delete from alert_destination_hours where organization_id = organization;
  -- No organization can be created with such a slug.
  update organizations set slug = 'erased:' || id, settings = '{}' where id = organization;
end $body$`;

/**
 * Erasures: of a project user's data up to a moment (`before`), or of everything in a project (`before` is NULL).
 *
 * An open erasure (`closed_at` is NULL) also applies to events that are stored later, from queues, spools and dead letters:
 * workers look it up in the transaction that stores. `horizon` is the first transaction that certainly sees it. `step` and
 * `position` say how far the deletion of stored data is. When an erasure of a user closes, its `user_key` is deleted. Which
 * erasures are next is looked up after each turn of an organization: without those that are done, which stay open for months.
 *
 * `erased_events` is a term of the accounting: processed = stored + dead-lettered + discarded + erased. `erased_replays` has
 * the recordings of erased users, because some of their segments name no user.
 *
 * The people who requested an erasure find it by the `slug` that the erased project had, or by the `user_id` of who erased an
 * organization, of which nobody is a member afterwards.
 */
export const erasures: Migration = {
  name: '0113-erasures',
  statements: () => [
    ...TABLES,
    `do $do$ begin execute format($format$${ERASE_ORGANIZATION}$format$, current_schema()); end $do$`,
    `revoke all on function erase_organization from public`,
  ],
};
