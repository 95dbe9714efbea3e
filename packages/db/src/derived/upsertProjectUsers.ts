import { sql, type Selectable } from 'kysely';
import { runByShard } from '../citus/shards.js';
import type { Tx } from '../connection/inTransaction.js';
import { unnest, type ColumnValues } from '../connection/unnest.js';
import type { Schema } from '../schema/schema.js';
import { createNameBudget, OTHER, type NameBudget } from '../names/nameBudget.js';
import { isoTime } from '../store/isoTime.js';
import { findUsersAboveCap, userMapKey } from './admitUsers.js';
import { touch } from './touch.js';
import {
  mergeUserChanges,
  mergeSightings,
  isGuarded,
  replaces,
  USER_FIELDS,
  type GuardedField,
  type UserChange,
  type UserField,
  type UserSighting,
} from './userSighting.js';

/** How far a user's stored times may lag before a sighting that changes nothing else is written at once. */
const THROTTLE_MS = 60_000;

/** The greatest age of `touched_at` of a user who is seen. */
const TOUCH_EVERY = '12 hours';

/**
 * Creates or updates project users. Every field takes the value with the newest event time, in any order of arrival; an
 * email, username or name set by a server key is replaced only by server keys. Returns the changes that it did not write
 * because they only move times by a minute or less: at most `room` users.
 * An upsert locks its row even if it changes nothing, and a busy user is in every write batch. The caller therefore collects
 * these changes and writes them later with {@link storeUserChanges}. Until then only times lag: a new value is always written
 * at once.
 *
 * The time of a field is one of those times: it decides which of two values is newer. Users who are seen are touched at
 * least twice a day, independent of the times of events. New users above their project's cap become the user `(other)`,
 * which has times only; their sightings are counted in the budget.
 */
export async function upsertProjectUsers(
  tx: Tx,
  sightings: readonly UserSighting[],
  room = 0,
  names: NameBudget = createNameBudget(),
): Promise<readonly UserChange[]> {
  const { left, aboveCap } = await upsertChanges(tx, mergeSightings(sightings), names, room);
  if (aboveCap.size > 0) {
    for (const sighting of sightings) {
      if (aboveCap.has(userMapKey(sighting))) names.fold('user', sighting.projectId, 1);
    }
  }
  return left;
}

/**
 * Writes the changes that {@link upsertProjectUsers} returned, unless other transactions have written them since. Creates no
 * user: one that is missing was deleted.
 */
export async function storeUserChanges(tx: Tx, changes: readonly UserChange[]): Promise<void> {
  const users = mergeUserChanges(changes);
  const stored = await readUsers(tx, users);
  await writeDue(
    tx,
    users.filter((user) => stored.has(userMapKey(user))),
    stored,
    0,
  );
}

interface Upserted {
  readonly left: readonly UserChange[];
  /** Map keys of the users that are folded into `(other)`. */
  readonly aboveCap: ReadonlySet<string>;
}

async function upsertChanges(
  tx: Tx,
  changes: readonly UserChange[],
  names: NameBudget,
  room: number,
): Promise<Upserted> {
  const stored = await readUsers(tx, changes);
  const unknown = changes.filter((user) => !stored.has(userMapKey(user)));
  const aboveCap = await findUsersAboveCap(tx, unknown, names);
  if (aboveCap.size === 0) return { left: await writeDue(tx, changes, stored, room), aboveCap };
  const users = withOthers(changes, aboveCap);
  const others = await readUsers(tx, users.filter(isOther));
  return { left: await writeDue(tx, users, new Map([...stored, ...others]), room), aboveCap };
}

/** Writes the urgent changes and returns the others, at most `room` users. */
async function writeDue(
  tx: Tx,
  users: readonly UserChange[],
  stored: StoredUsers,
  room: number,
): Promise<readonly UserChange[]> {
  const [due, left]: [UserChange[], UserChange[]] = [[], []];
  for (const user of users) {
    const urgency = urgencyOf(user, stored.get(userMapKey(user)));
    if (urgency === 'later' && left.length < room) left.push(user);
    else if (urgency !== 'never') due.push(user);
  }
  if (due.length > 0) await write(tx, due);
  return left;
}

const isOther = ({ userKey }: UserChange): boolean => userKey === OTHER;

/** Replaces the users above the cap by one `(other)` without fields for each project; in lock order. */
function withOthers(users: readonly UserChange[], aboveCap: ReadonlySet<string>): readonly UserChange[] {
  const folded = users.map((user) =>
    aboveCap.has(userMapKey(user)) ? { ...user, userKey: OTHER, fields: new Map() } : user,
  );
  return mergeUserChanges(folded);
}

async function write(tx: Tx, users: readonly UserChange[]): Promise<void> {
  await sql`
    insert into project_users as u
      (project_id, user_key, first_seen, last_seen, ${sql.raw(FIELD_COLUMNS.join(', '))}, last_seen_hour, touched_at)
    select n.*, hour_of(n.last_seen), now() from ${unnest('n', {
      project_id: ['int8', users.map((user) => user.projectId)],
      user_key: ['text', users.map((user) => user.userKey)],
      first_seen: ['timestamptz', users.map((user) => timeOf(user.firstMs))],
      last_seen: ['timestamptz', users.map((user) => timeOf(user.lastMs))],
      ...Object.fromEntries(USER_FIELDS.flatMap((field) => fieldColumns(field, users))),
    })}
    on conflict (project_id, user_key) do update set
      first_seen = least(u.first_seen, excluded.first_seen),
      last_seen = greatest(u.last_seen, excluded.last_seen),
      last_seen_hour = hour_of(greatest(u.last_seen, excluded.last_seen)),
      ${sql.raw(touch('u', TOUCH_EVERY))},
      ${sql.raw(USER_FIELDS.map(replacing).join(', '))}`.execute(tx.kysely);
}

/** The columns of a field: value, time and, if it is guarded, whether a server key set it. */
const columnsOf = (field: UserField): readonly string[] =>
  isGuarded(field) ? [field, `${field}_at`, `${field}_by_server`] : [field, `${field}_at`];

const FIELD_COLUMNS = USER_FIELDS.flatMap(columnsOf);

const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : isoTime(ms));

const fieldColumns = (field: UserField, users: readonly UserChange[]): [string, ColumnValues][] => [
  [field, ['text', users.map((user) => user.fields.get(field)?.value ?? null)]],
  [`${field}_at`, ['timestamptz', users.map((user) => timeOf(user.fields.get(field)?.ms))]],
  ...(isGuarded(field) ? [byServerColumn(field, users)] : []),
];

const byServerColumn = (field: GuardedField, users: readonly UserChange[]): [string, ColumnValues] => [
  `${field}_by_server`,
  ['bool', users.map((user) => user.fields.get(field)?.byServer === true)],
];

/** `replaces` of userSighting.ts in SQL: decides on the locked row, not on an earlier read. */
function replacing(field: UserField): string {
  const rank = (row: string): string =>
    `(${isGuarded(field) ? `${row}.${field}_by_server, ` : ''}${row}.${field}_at, ${row}.${field} collate "C")`;
  return columnsOf(field)
    .map(
      (column) => `${column} = case
    when excluded.${field}_at is not null and (u.${field}_at is null or ${rank('excluded')} > ${rank('u')})
    then excluded.${column} else u.${column} end`,
    )
    .join(', ');
}

type StoredUser = Selectable<Schema['project_users']> & { readonly to_touch: boolean };

type StoredUsers = ReadonlyMap<string, StoredUser>;

async function readUsers(tx: Tx, users: readonly UserChange[]): Promise<StoredUsers> {
  const rows = await runByShard(
    tx,
    users,
    ({ projectId }) => projectId,
    ({ items, within }) => sql<StoredUser>`
      select u.*, u.touched_at < now() - ${TOUCH_EVERY}::interval as to_touch from ${unnest('n', {
        project_id: ['int8', items.map((user) => user.projectId)],
        user_key: ['text', items.map((user) => user.userKey)],
      })}
      join project_users u on u.project_id = n.project_id and u.user_key = n.user_key and ${within('u.project_id')}`,
  );
  return new Map(rows.map((row) => [userMapKey({ projectId: row.project_id, userKey: row.user_key }), row]));
}

/** `now` if a value or an old time changes, `later` if only times change by a minute or less, otherwise `never`. */
function urgencyOf(user: UserChange, stored: StoredUser | undefined): 'now' | 'later' | 'never' {
  if (stored === undefined || stored.to_touch) return 'now';
  const moves = [stored.first_seen.getTime() - user.firstMs, user.lastMs - stored.last_seen.getTime()];
  for (const [field, change] of user.fields) {
    const [value, at] = [stored[field], stored[`${field}_at`]];
    if (value === null || at === null) return 'now';
    const known = { value, ms: at.getTime(), byServer: isGuarded(field) && stored[`${field}_by_server`] };
    if (value === change.value && known.byServer === change.byServer) moves.push(change.ms - known.ms);
    else if (replaces(change, known)) return 'now';
  }
  const farthest = Math.max(...moves);
  if (farthest <= 0) return 'never';
  return farthest > THROTTLE_MS ? 'now' : 'later';
}
