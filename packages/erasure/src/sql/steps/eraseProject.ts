import { timeOfId, type WireType } from '@sluice/contract';
import { sql } from 'kysely';
import { type Schema, TABLE_OF, addErased } from '@sluice/db';
import { releaseMapBlobs } from '@sluice/sourcemaps/statements';
import { eraseAllLetters } from './eraseLetters.js';
import { START, type EraseStep } from './step.js';

/** Tables of a project without events, and the columns that identify a row of a partitioned one. */
const TABLES = {
  traces: ['day', 'trace_id'],
  metric_points: ['name', 'day', 'minute', 'environment', 'release', 'part'],
  replay_sessions: ['day', 'replay_id'],
  visit_keys: ['day', 'environment', 'kind', 'key'],
  span_arrivals: undefined,
  late_logs: undefined,
  endpoint_hours: undefined,
  endpoint_rollups: undefined,
  issues: undefined,
  issue_hashes: undefined,
  issue_hours: undefined,
  issue_releases: undefined,
  issue_users: undefined,
  issue_comments: undefined,
  issue_changes: undefined,
  departed_assignees: undefined,
  metric_names: undefined,
  environment_names: undefined,
  release_names: undefined,
  new_names: undefined,
  folded_names: undefined,
  hit_days: undefined,
  visit_counts: undefined,
  exception_counts: undefined,
  replay_facts: undefined,
  releases: undefined,
  project_users: undefined,
  filter_entries: undefined,
  refused_samples: undefined,
  refused_origins: undefined,
  refused_keys: undefined,
  sdk_counts: undefined,
  alert_signals: undefined,
  alert_firings: undefined,
  alert_subjects: undefined,
  alert_notices: undefined,
  alert_deliveries: undefined,
  alert_attempts: undefined,
  issue_minutes: undefined,
  alert_minutes: undefined,
  alert_rules: undefined,
  alert_maintenance: undefined,
  alert_subscriptions: undefined,
  alert_inbox: undefined,
  erased_replays: undefined,
  project_keys: undefined,
} as const satisfies Partial<Record<keyof Schema, readonly string[] | undefined>>;

/** Tables whose rows the erasure of a project keeps, and why. */
export const KEPT_OF_PROJECT: Readonly<Partial<Record<keyof Schema, string>>> = {
  audit_log: 'who changed what in the organization, without events; retention deletes it',
  usage: 'counts by hour without personal data; quotas of the organization need them; retention deletes them',
  receipts: 'ids of batches; prevent a late job from being counted twice; retention deletes them',
  erased_events: 'needed by the accounting identity; retention deletes them with usage',
  erasures: 'the record',
  first_accepted: 'the time of the first accepted event; a late job writes it again',
  derived_days: 'when days were derived; without it they would be derived again',
  sourcemap_blobs: 'deleted through `sourcemap_garbage`',
  sourcemap_garbage: 'the list of blobs to delete',
};

const eraseAllEvents =
  (type: WireType): EraseStep =>
  async (tx, { projectId, id: erasureId }, { limit }) => {
    const table = sql.id(TABLE_OF[type]);
    const { rows } = await sql<{ id: string }>`
      delete from ${table} where project_id = ${projectId} and id in (
        select id from ${table} where project_id = ${projectId} limit ${limit}) returning id`.execute(tx.kysely);
    await addErased(
      tx,
      rows.map(({ id }) => ({ projectId, erasureId, type, arrivalMs: timeOfId(id), count: 1 })),
    );
    return rows.length === 0 ? undefined : START;
  };

const eraseTable =
  (table: string, columns: readonly string[] | undefined): EraseStep =>
  async (tx, { projectId }, { limit }) => {
    const name = sql.id(table);
    const keys = columns === undefined ? undefined : sql.join(columns.map((column) => sql.id(column)));
    const some = sql`from ${name} where project_id = ${projectId} limit ${limit}`;
    const result = await (
      keys === undefined
        ? sql`delete from ${name} where project_id = ${projectId} and ctid = any(array(select ctid ${some}))`
        : sql`delete from ${name} where project_id = ${projectId} and (${keys}) in (select ${keys} ${some})`
    ).execute(tx.kysely);
    return result.numAffectedRows === 0n ? undefined : START;
  };

const eraseSourceMaps: EraseStep = async (tx, { projectId }, { limit }) => {
  const { rows } = await sql`
    with gone as (
      delete from sourcemaps where ctid = any(array(
        select ctid from sourcemaps where project_id = ${projectId} limit ${limit} for update))
      returning project_id, index_id, original_id),
    let_go as (${releaseMapBlobs(sql`gone`)})
    select from gone`.execute(tx.kysely);
  return rows.length === 0 ? undefined : START;
};

/** Clears the row of a deleted project. The row itself stays, because the usage of its organization needs it. */
const emptyProject: EraseStep = async (tx, { projectId }) => {
  await sql`
    update projects set settings = '{}', slug = 'erased-' || id::text
    where id = ${projectId} and deleted_at is not null`.execute(tx.kysely);
  return undefined;
};

const ERASE_TABLES = Object.entries(TABLES).map(([table, columns]) => eraseTable(table, columns));

/** Tables that {@link PROJECT_STEPS} empty. */
export const TABLES_OF_PROJECT: readonly string[] = [
  ...Object.values(TABLE_OF),
  'dead_letters',
  'sourcemaps',
  ...Object.keys(TABLES),
];

/** Steps of the erasure of a project. Each is repeated until nothing is left; late jobs are not stored. */
export const PROJECT_STEPS: readonly EraseStep[] = [
  ...(Object.keys(TABLE_OF) as WireType[]).map(eraseAllEvents),
  eraseAllLetters,
  eraseSourceMaps,
  ...ERASE_TABLES,
  // Once more: a rollup or compaction may have written rows meanwhile.
  ...ERASE_TABLES,
  emptyProject,
];
