import { sql } from 'kysely';
import { runByShard } from '../citus/shards.js';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';
import { OTHER, type NameBudget } from '../names/nameBudget.js';
import { findFull, countNewNames, lockNewNames } from '../names/newNames.js';

/** Primary key of a project user. */
export interface UserKey {
  readonly projectId: string;
  readonly userKey: string;
}

/** Returns the key of a user for maps. */
export const userMapKey = ({ projectId, userKey }: UserKey): string => `${projectId}/${userKey}`;

/**
 * Returns the map keys of the unknown users above their projects' caps for this hour. Locks the counters of projects below
 * their caps; the caller creates the other users in this transaction. @param unknown in lock order
 */
export async function findUsersAboveCap(
  tx: Tx,
  unknown: readonly UserKey[],
  { caps }: Pick<NameBudget, 'caps'>,
): Promise<ReadonlySet<string>> {
  const fresh = unknown.filter(({ userKey }) => userKey !== OTHER);
  if (fresh.length === 0) return new Set();
  const rooms = await lockNewNames(
    tx,
    'user',
    caps.user,
    fresh.map(({ projectId }) => projectId),
  );
  // A separate statement: it sees the users that other transactions created while this one waited for the counters.
  const known = await readKnown(tx, fresh);
  const aboveCap = new Set<string>();
  const created = new Map<string, number>();
  for (const user of fresh) {
    if (known.has(userMapKey(user))) continue;
    const count = created.get(user.projectId) ?? 0;
    if (count < (rooms.get(user.projectId) ?? 0)) created.set(user.projectId, count + 1);
    else aboveCap.add(userMapKey(user));
  }
  await countNewNames(tx, 'user', created);
  return aboveCap;
}

/**
 * Returns the events with {@link OTHER} in place of unknown users of projects that have reached their cap, for counts of
 * users that are not created yet. Locks nothing: events in flight while a project reaches its cap keep their users.
 */
export async function foldUserKeys<T extends { readonly projectId: string; readonly userKey: string | null }>(
  tx: Tx,
  events: readonly T[],
  { caps }: Pick<NameBudget, 'caps'>,
): Promise<readonly T[]> {
  const projectIds = new Set(events.flatMap(({ projectId, userKey }) => (userKey === null ? [] : [projectId])));
  const full = await findFull(tx, 'user', caps.user, [...projectIds]);
  if (full.size === 0) return events;
  const isOfFull = (event: T): event is T & UserKey => event.userKey !== null && full.has(event.projectId);
  const known = await readKnown(tx, events.filter(isOfFull));
  return events.map((event) =>
    isOfFull(event) && !known.has(userMapKey(event)) ? { ...event, userKey: OTHER } : event,
  );
}

async function readKnown(tx: Tx, users: readonly UserKey[]): Promise<ReadonlySet<string>> {
  const distinct = [...new Map(users.map((user) => [userMapKey(user), user])).values()];
  const rows = await runByShard(
    tx,
    distinct,
    ({ projectId }) => projectId,
    ({ items, within }) => sql<UserKey>`
      select u.project_id as "projectId", u.user_key as "userKey" from ${unnest('n', {
        project_id: ['int8', items.map(({ projectId }) => projectId)],
        user_key: ['text', items.map(({ userKey }) => userKey)],
      })}
      join project_users u on u.project_id = n.project_id and u.user_key = n.user_key and ${within('u.project_id')}`,
  );
  return new Set(rows.map(userMapKey));
}
