import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { unnest, type ColumnValues } from '../connection/unnest.js';
import type { Schema } from '../schema.js';
import type { Selectable } from 'kysely';
import { touch } from './touch.js';
import {
  foldUsers,
  replaces,
  USER_FIELDS,
  type UserChange,
  type UserField,
  type UserSighting,
} from './userSighting.js';

/** How far behind a user's stored times may be before a sighting that tells nothing new is written. */
const THROTTLE_MS = 60_000;

/** How old `touched_at` becomes while its user is seen. */
const TOUCH_EVERY = '12 hours';

/**
 * Creates or updates project users: every field takes the value with the newest event time, whatever the order of
 * arrival. Users whose stored row would only move by less than a minute are left out before the statement, because an
 * upsert locks its row even where it changes nothing: times are right to a minute. Whoever is seen is touched at least
 * twice a day, whatever the time of the event.
 */
export async function upsertProjectUsers(tx: Tx, sightings: readonly UserSighting[]): Promise<void> {
  if (sightings.length === 0) return;
  const folded = foldUsers(sightings);
  const stored = await readUsers(tx, folded);
  const users = folded.filter((user) => tellsSomething(user, stored.get(nameOf(user.projectId, user.userKey))));
  if (users.length === 0) return;
  await sql`
    insert into project_users as u (project_id, user_key, first_seen, last_seen, ${sql.raw(FIELD_COLUMNS.join(', '))})
    select * from ${unnest('n', {
      project_id: ['int8', users.map((user) => user.projectId)],
      user_key: ['text', users.map((user) => user.userKey)],
      first_seen: ['timestamptz', users.map((user) => timeOf(user.firstMs))],
      last_seen: ['timestamptz', users.map((user) => timeOf(user.lastMs))],
      ...Object.fromEntries(USER_FIELDS.flatMap((field) => fieldColumns(field, users))),
    })}
    on conflict (project_id, user_key) do update set
      first_seen = least(u.first_seen, excluded.first_seen),
      last_seen = greatest(u.last_seen, excluded.last_seen),
      ${sql.raw(touch('u', TOUCH_EVERY))},
      ${sql.raw(FIELD_COLUMNS.map(newestWins).join(', '))}`.execute(tx.kysely);
}

const FIELD_COLUMNS = USER_FIELDS.flatMap((field) => [field, `${field}_at`] as const);

const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

const fieldColumns = (field: UserField, users: readonly UserChange[]): [string, ColumnValues][] => [
  [field, ['text', users.map((user) => user.fields.get(field)?.value ?? null)]],
  [`${field}_at`, ['timestamptz', users.map((user) => timeOf(user.fields.get(field)?.ms))]],
];

/** `replaces` of userSighting.ts, in SQL. */
function newestWins(column: (typeof FIELD_COLUMNS)[number]): string {
  const field = column.replace(/_at$/, '');
  return `${column} = case
    when excluded.${field}_at is not null and (u.${field}_at is null
      or (excluded.${field}_at, excluded.${field} collate "C") > (u.${field}_at, u.${field} collate "C"))
    then excluded.${column} else u.${column} end`;
}

type StoredUser = Selectable<Schema['project_users']> & { readonly to_touch: boolean };

const nameOf = (projectId: string, userKey: string): string => `${projectId}/${userKey}`;

async function readUsers(tx: Tx, users: readonly UserChange[]): Promise<ReadonlyMap<string, StoredUser>> {
  const { rows } = await sql<StoredUser>`
    select u.*, u.touched_at < now() - ${TOUCH_EVERY}::interval as to_touch from ${unnest('n', {
      project_id: ['int8', users.map((user) => user.projectId)],
      user_key: ['text', users.map((user) => user.userKey)],
    })}
    join project_users u on u.project_id = n.project_id and u.user_key = n.user_key`.execute(tx.kysely);
  return new Map(rows.map((row) => [nameOf(row.project_id, row.user_key), row]));
}

function tellsSomething(user: UserChange, stored: StoredUser | undefined): boolean {
  if (stored === undefined || stored.to_touch) return true;
  if (user.firstMs < stored.first_seen.getTime() - THROTTLE_MS) return true;
  if (user.lastMs > stored.last_seen.getTime() + THROTTLE_MS) return true;
  return [...user.fields].some(([field, told]) => {
    const [value, at] = [stored[field], stored[`${field}_at`]];
    if (value === null || at === null) return true;
    return told.value !== value && replaces(told, { value, ms: at.getTime() });
  });
}
