import type { EventType } from '@sluice/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Schema } from '@sluice/db';

/** Properties shared by all events of a part. Together with the letter they suffice to store the event. */
interface PartHeader {
  readonly organization: string;
  /** Milliseconds since 1970. */
  readonly arrival: number;
  /** Hours since 1970. */
  readonly hour: number;
  readonly epoch: string;
  readonly ip: string;
  readonly agent: string;
  /** Of a hit whose address is not stored in full. */
  readonly visitor?: string | undefined;
  /** Set if a server key sent it. */
  readonly keyKind?: 'server' | undefined;
}

/**
 * An event that could not be stored.
 *
 * | state       | how it gets there                                    | what follows                                   |
 * |-------------|------------------------------------------------------|------------------------------------------------|
 * | `waiting`   | a worker gave up on it, or a retry failed             | `retry` or `discarded`, by hand                 |
 * | `retry`     | an operator requested it                              | stored: the same transaction deletes the letter |
 * |             |                                                      | fails again: back to `waiting`                  |
 * | `discarded` | by hand; the payload is deleted                       | stays, for the accounting                       |
 */
export interface NewDeadLetter {
  /** `'0'` if a job could not be read and its project is unknown. */
  readonly projectId: string;
  /** The event id; for an unreadable job an id made of its bytes. */
  readonly id: string;
  readonly type: EventType;
  readonly batchId: string | null;
  readonly index: number | null;
  /** Number of events: 1, or those of an unreadable job. */
  readonly events: number;
  readonly sqlstate: string | null;
  /** One word: `data`, `poison`, `expired`, `unreadable`. */
  readonly reason: string;
  readonly message: string;
  /** The event's JSON, or the bytes of an unreadable job. */
  readonly payload: Buffer;
  readonly part: PartHeader | null;
}

/** State of a dead letter; see {@link NewDeadLetter}. */
export type DeadLetterState = 'waiting' | 'retry' | 'discarded';

/** A stored dead letter. */
export interface DeadLetter extends NewDeadLetter {
  readonly state: DeadLetterState;
  /** Number of failed retries. */
  readonly retries: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

/** Primary key of a dead letter. */
export interface DeadLetterKey {
  readonly projectId: string;
  readonly id: string;
}

/** Which letters. A field that is not set does not filter. */
export interface DeadLetterFilter {
  readonly projectId?: string;
  readonly type?: EventType;
  readonly state?: DeadLetterState;
  readonly ids?: readonly string[];
  /** Creation time, milliseconds since 1970, inclusive. */
  readonly fromMs?: number | undefined;
  /** Creation time, milliseconds since 1970, exclusive. */
  readonly toMs?: number | undefined;
}

/** Returns the SQL condition of a filter. */
export function conditionOf(filter: DeadLetterFilter): RawBuilder<boolean> {
  const conditions = [sql`true`];
  if (filter.projectId !== undefined) conditions.push(sql`project_id = ${filter.projectId}`);
  if (filter.type !== undefined) conditions.push(sql`type = ${filter.type}`);
  if (filter.state !== undefined) conditions.push(sql`state = ${filter.state}`);
  if (filter.ids !== undefined) conditions.push(sql`id = any(${filter.ids}::uuid[])`);
  if (filter.fromMs !== undefined) conditions.push(sql`created_at >= ${new Date(filter.fromMs)}`);
  if (filter.toMs !== undefined) conditions.push(sql`created_at < ${new Date(filter.toMs)}`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Converts a row to a {@link DeadLetter}. */
export function deadLetterOf(row: Selectable<Schema['dead_letters']>): DeadLetter {
  return {
    projectId: row.project_id,
    id: row.id,
    type: row.type as EventType,
    batchId: row.batch_id,
    index: row.index,
    events: row.events,
    sqlstate: row.sqlstate,
    reason: row.reason,
    message: row.message,
    payload: row.payload,
    part: row.part as PartHeader | null,
    state: row.state,
    retries: row.retries,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}
