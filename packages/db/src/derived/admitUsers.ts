import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';
import { OTHER, type NameBudget } from '../names/nameBudget.js';
import { findFull, spendRoom, takeRoom } from '../names/takeRoom.js';

/** A project user by name. */
export interface UserKey {
  readonly projectId: string;
  readonly userKey: string;
}

/** A user as the key of a map. */
export const userMapKey = ({ projectId, userKey }: UserKey): string => `${projectId}/${userKey}`;

/**
 * Resolves with the names of those of these unknown users that their projects have no room for in this hour. Holds the
 * counters of projects that have any; the caller creates the others in this transaction. @param unknown in lock order
 */
export async function findUsersAboveCap(
  tx: Tx,
  unknown: readonly UserKey[],
  { caps }: Pick<NameBudget, 'caps'>,
): Promise<ReadonlySet<string>> {
  const fresh = unknown.filter(({ userKey }) => userKey !== OTHER);
  if (fresh.length === 0) return new Set();
  const rooms = await takeRoom(
    tx,
    'user',
    caps.user,
    fresh.map(({ projectId }) => projectId),
  );
  // A statement of its own: it sees whom others created while the counters were waited for.
  const known = await readKnown(tx, fresh);
  const unroomed = new Set<string>();
  const created = new Map<string, number>();
  for (const user of fresh) {
    if (known.has(userMapKey(user))) continue;
    const count = created.get(user.projectId) ?? 0;
    if (count < (rooms.get(user.projectId) ?? 0)) created.set(user.projectId, count + 1);
    else unroomed.add(userMapKey(user));
  }
  await spendRoom(tx, 'user', created);
  return unroomed;
}

/**
 * Resolves with the same, where unknown users of projects whose room is used up are {@link OTHER}: for what is counted of
 * users before they are created. Locks nothing, so what is in flight while the cap is reached is not folded.
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
  const { rows } = await sql<UserKey>`
    select u.project_id as "projectId", u.user_key as "userKey" from ${unnest('n', {
      project_id: ['int8', distinct.map(({ projectId }) => projectId)],
      user_key: ['text', distinct.map(({ userKey }) => userKey)],
    })}
    join project_users u on u.project_id = n.project_id and u.user_key = n.user_key`.execute(tx.kysely);
  return new Set(rows.map(userMapKey));
}
