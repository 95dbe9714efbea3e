import { timeOfId } from '@sluice/contract';
import { sql, type Selectable } from 'kysely';
import type { Queryable, Schema } from '@sluice/db';
import type { ReplayRange } from './replaySegments.js';

/** A replay, merged from its rows of all days. */
export interface ReplaySession extends ReplayRange {
  readonly environment: string | null;
  readonly release: string | null;
  readonly userKey: string | null;
}

/** One day's row. */
type SessionDay = Omit<Selectable<Schema['replay_sessions']>, 'project_id'>;

/** The columns that are read. */
const SESSION_COLUMNS = [
  'day',
  'replay_id',
  'first_id',
  'head_segment',
  'head_id',
  'environment',
  'release',
  'user_key',
] as const;

/** Merges the rows of one replay to its first arrival and the properties of its first segment. */
function mergeSession(days: readonly [SessionDay, ...SessionDay[]]): ReplaySession {
  let [first] = days;
  let [head, last] = [first, first];
  for (const day of days) {
    if (day.first_id < first.first_id) first = day;
    if (day.day > last.day) last = day;
    const isBefore =
      day.head_segment === head.head_segment ? day.head_id < head.head_id : day.head_segment < head.head_segment;
    if (isBefore) head = day;
  }
  const { environment, release, user_key: userKey } = head;
  return { id: first.replay_id, firstId: first.first_id, lastDay: last.day, environment, release, userKey };
}

/** Returns complete replays by their ids, without those that have no row. */
export async function readSessions(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReplaySession>> {
  if (ids.length === 0) return new Map();
  const rows = await db.kysely
    .selectFrom('replay_sessions')
    .select(SESSION_COLUMNS)
    .where('project_id', '=', projectId)
    .where(sql<boolean>`replay_id = any(${ids}::text[])`)
    .execute();
  const days = new Map<string, [SessionDay, ...SessionDay[]]>();
  for (const row of rows) {
    const known = days.get(row.replay_id);
    if (known === undefined) days.set(row.replay_id, [row]);
    else known.push(row);
  }
  return new Map([...days].map(([id, own]) => [id, mergeSession(own)]));
}

/** Returns when the first segment of a replay arrived. */
export const arrivedAt = ({ firstId }: ReplayRange): Date => new Date(timeOfId(firstId));
