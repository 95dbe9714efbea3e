import type { Migration } from './migration.js';
import { UPDATED_OFTEN } from './updatedOften.js';

const OUTBOX = [
  `create table alert_signals (
     project_id bigint not null,
     id bigint generated always as identity,
     kind text collate "C" not null,
     issue_id uuid not null,
     event_id uuid not null,
     details jsonb not null default '{}',
     at timestamptz not null default now(),
     primary key (project_id, id)
   ) ${UPDATED_OFTEN}`,
  `create table alert_firings (
     project_id bigint not null,
     id uuid not null,
     organization_id bigint not null,
     rule_id bigint not null,
     kind text collate "C" not null,
     subject text collate "C" not null,
     state text collate "C" not null default 'firing' check (state in ('firing', 'recovered', 'notice')),
     details jsonb not null default '{}',
     suppressed_by text collate "C",
     suppressed integer not null default 0,
     at timestamptz not null default now(),
     primary key (project_id, id)
   )`,
  `create index alert_firings_at on alert_firings (project_id, at)`,
  `create index alert_firings_stale on alert_firings (at)`,
  `create table alert_subjects (
     project_id bigint not null,
     rule_id bigint not null,
     subject text collate "C" not null,
     notified_at timestamptz,
     suppressed integer not null default 0,
     is_notified boolean not null default false,
     state text collate "C" not null default 'ok' check (state in ('ok', 'pending', 'firing', 'recovering')),
     since timestamptz,
     value double precision,
     evaluated_at timestamptz,
     touched_at timestamptz not null default now(),
     series uuid,
     round integer not null default 0,
     suppressed_from timestamptz,
     suppressed_to timestamptz,
     suppressed_by text,
     primary key (project_id, rule_id, subject)
   ) ${UPDATED_OFTEN}`,
  `create index alert_subjects_touched on alert_subjects (touched_at)`,
  `create index alert_subjects_firing on alert_subjects (project_id) where state in ('firing', 'recovering')`,
  `create table alert_notices (
     project_id bigint not null,
     firing_id uuid not null,
     destination_id bigint not null,
     organization_id bigint not null,
     due_at timestamptz not null,
     delivery_id uuid,
     at timestamptz not null default now(),
     primary key (project_id, firing_id, destination_id)
   ) ${UPDATED_OFTEN}`,
  `create index alert_notices_due on alert_notices (due_at) where delivery_id is null`,
  `create index alert_notices_delivery on alert_notices (project_id, delivery_id) where delivery_id is not null`,
  `create index alert_notices_at on alert_notices (at)`,
  `create table alert_deliveries (
     project_id bigint not null,
     id uuid not null,
     organization_id bigint not null,
     destination_id bigint not null,
     kind text collate "C" not null default 'alert' check (kind in ('alert', 'test', 'resend')),
     state text collate "C" not null default 'waiting' check (state in ('waiting', 'sent', 'paused', 'failed')),
     message json,
     attempts integer not null default 0,
     tries_from integer not null default 0,
     next_at timestamptz not null default now(),
     claimed_until timestamptz,
     problem text,
     created_at timestamptz not null default now(),
     finished_at timestamptz,
     progress jsonb,
     lost_claims integer not null default 0,
     target json,
     requested_by bigint,
     primary key (project_id, id)
   ) ${UPDATED_OFTEN}`,
  `create index alert_deliveries_next on alert_deliveries (next_at) where state = 'waiting'`,
  // What waits for each destination: a claim finds its next deliveries however many wait for others.
  `create index alert_deliveries_turns on alert_deliveries (project_id, destination_id, next_at) where state = 'waiting'`,
  `create index alert_deliveries_created on alert_deliveries (created_at)`,
  `create index alert_deliveries_list on alert_deliveries (project_id, created_at)`,
  `create table alert_attempts (
     project_id bigint not null,
     delivery_id uuid not null,
     attempt integer not null,
     at timestamptz not null,
     took_ms integer not null,
     status integer,
     result text collate "C" not null check (result in ('sent', 'retry', 'dead')),
     problem text,
     response text,
     primary key (project_id, delivery_id, attempt)
   )`,
  `create index alert_attempts_at on alert_attempts (at)`,
];

const MINUTES = [
  `create table issue_minutes (
     project_id bigint not null,
     hash text collate "C" not null,
     environment text collate "C" not null,
     minute timestamptz not null,
     count bigint not null,
     primary key (project_id, hash, environment, minute)
   ) ${UPDATED_OFTEN}`,
  `create index issue_minutes_minute on issue_minutes (minute)`,
  `create table alert_minutes (
     project_id bigint not null,
     series text collate "C" not null,
     minute timestamptz not null,
     part uuid not null,
     count bigint not null,
     "over" bigint not null,
     primary key (project_id, series, minute, part) include (count, "over")
   )`,
  `create index alert_minutes_minute on alert_minutes (minute)`,
  `create table drop_evaluations (
     search text collate "C" primary key,
     evaluated_until timestamptz not null
   ) ${UPDATED_OFTEN}`,
];

/**
 * What happens about alerts: by project, so that a decision is one transaction of one node. A row about a whole organization has the
 * negative id of the organization as `project_id`.
 *
 * `alert_signals` is the outbox of the transactions that change issues; a decision turns signals and evaluated series into firings,
 * whose id is their identity, and into notices, one for each destination; notices that are due become a delivery.
 *
 * A row of `alert_subjects` is what a rule knows about a subject. `series` is the condition that its state is about, so that a changed
 * condition begins anew and ends what fired before; NULL: it is not about a series. The subject `rule` counts firings about all
 * subjects of the rule that no message mentions, so that the next message does. The counts of its other subjects are part of that,
 * and end with it: they are of a `round`.
 *
 * The message of a delivery is `json`, which keeps the order of keys: each attempt sends the same bytes. `progress` is what is settled
 * if the receivers of a delivery take it in parts, such as the recipients of a mail: by the key of the part, `null` if it was
 * accepted, or why it was refused for good. `lost_claims` is how many claims in a row were left over by processes that died. `target`
 * is the destination, an `AlertDestination`, of a delivery that is sent after that was deleted. `requested_by` is the user who asked
 * for a test: the one of a destination to assignees goes to them.
 *
 * `issue_minutes` and `alert_minutes` count only what a rule watches. `drop_evaluations` says until when each search for drops has
 * recorded what it found, so that an evaluation after an outage begins where the last one ended: one row for each search, on the
 * coordinator of a distributed database.
 */
export const alerts: Migration = {
  name: '0112-alerts',
  statements: () => [...OUTBOX, ...MINUTES],
};
