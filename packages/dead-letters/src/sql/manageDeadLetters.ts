import type { EventType } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { uuidRange, type IdPrefix } from '@sluice/reading';
import {
  deadLetterOf,
  conditionOf,
  type DeadLetter,
  type DeadLetterFilter,
  type DeadLetterState,
} from './deadLetter.js';

/** Letters of one type, state and reason. */
export interface DeadLetterCount {
  readonly type: EventType;
  readonly state: DeadLetterState;
  readonly reason: string;
  /** Number of events in them. */
  readonly events: number;
  readonly letters: number;
}

/** Returns the newest letters that match a filter, at most `limit`. */
export async function listDeadLetters(
  db: Queryable,
  filter: DeadLetterFilter,
  limit: number,
): Promise<readonly DeadLetter[]> {
  const rows = await db.kysely
    .selectFrom('dead_letters')
    .selectAll()
    .where(conditionOf(filter))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(deadLetterOf);
}

/** Returns the ids with a prefix, of one project or of all, in ascending order, at most `most`. */
export async function findDeadLetterIds(
  db: Queryable,
  { prefix, projectId, most }: { prefix: IdPrefix; projectId: string | undefined; most: number },
): Promise<readonly string[]> {
  const [first, last] = uuidRange(prefix);
  const rows = await db.kysely
    .selectFrom('dead_letters')
    .select('id')
    .distinct()
    .where(conditionOf(projectId === undefined ? {} : { projectId }))
    .where('id', '>=', first)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the letters that match a filter by type, state and reason. */
export async function countDeadLetters(db: Queryable, filter: DeadLetterFilter): Promise<readonly DeadLetterCount[]> {
  const rows = await db.kysely
    .selectFrom('dead_letters')
    .select(['type', 'state', 'reason'])
    .select(sql<string>`sum(events)`.as('events'))
    .select(sql<string>`count(*)`.as('letters'))
    .where(conditionOf(filter))
    .groupBy(['type', 'state', 'reason'])
    .orderBy('type')
    .orderBy('state')
    .orderBy('reason')
    .execute();
  return rows.map((row) => ({
    type: row.type as EventType,
    state: row.state,
    reason: row.reason,
    events: Number(row.events),
    letters: Number(row.letters),
  }));
}

/** Sets waiting letters to `retry`, so that workers store them again; returns how many. Unreadable jobs are left out. */
export async function requestRetries(db: Queryable, filter: DeadLetterFilter): Promise<number> {
  const result = await sql`
    update dead_letters set state = 'retry', changed_at = now()
    where state = 'waiting' and part is not null and ${conditionOf(filter)}`.execute(db.kysely);
  return Number(result.numAffectedRows ?? 0n);
}

/** Discards letters and deletes their payload; returns how many. They are still counted. */
export async function discardDeadLetters(db: Queryable, filter: DeadLetterFilter): Promise<number> {
  const result = await sql`
    update dead_letters set state = 'discarded', payload = '', changed_at = now()
    where state <> 'discarded' and ${conditionOf(filter)}`.execute(db.kysely);
  return Number(result.numAffectedRows ?? 0n);
}
