import type { EventType } from '@sluice/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { DeadLettersTable } from '../schema/schema.js';

/** What a part says of all its events; with the letter itself enough to store the event as if nothing had happened. */
interface PartHeader {
  readonly organization: string;
  /** Milliseconds since 1970. */
  readonly arrival: number;
  /** Hours since 1970. */
  readonly hour: number;
  readonly epoch: string;
  readonly ip: string;
  readonly agent: string;
  /** Set where a server key sent it. */
  readonly keyKind?: 'server' | undefined;
}

/**
 * An event that could not be stored.
 *
 * | state       | how it came there                                    | where it goes                                  |
 * |-------------|------------------------------------------------------|------------------------------------------------|
 * | `waiting`   | a worker gave up on it, or a retry failed             | `retry` or `discarded`, by hand                 |
 * | `retry`     | somebody asked for it                                 | stored: the letter is deleted with the storing; |
 * |             |                                                      | failed again: back to `waiting`                 |
 * | `discarded` | by hand; the payload is gone                          | stays, so that the accounting stays right       |
 */
export interface NewDeadLetter {
  /** `'0'` where a job could not be read, so that nobody knows whose it is. */
  readonly projectId: string;
  /** The event id; for an unreadable job an id made of its bytes. */
  readonly id: string;
  readonly type: EventType;
  readonly batchId: string | null;
  readonly index: number | null;
  /** Events it stands for: 1, or those of an unreadable job. */
  readonly events: number;
  readonly sqlstate: string | null;
  /** One word: `data`, `poison`, `expired`, `unreadable`. */
  readonly reason: string;
  readonly message: string;
  /** The event's JSON, or the job's bytes; anything. */
  readonly payload: Buffer;
  readonly part: PartHeader | null;
}

/** Where a letter is; see {@link NewDeadLetter}. */
export type DeadLetterState = 'waiting' | 'retry' | 'discarded';

/** A dead letter as it is kept. */
export interface DeadLetter extends NewDeadLetter {
  readonly state: DeadLetterState;
  /** How often storing it was tried again, in vain. */
  readonly retries: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

/** The name of a dead letter. */
export interface DeadLetterKey {
  readonly projectId: string;
  readonly id: string;
}

/** Which letters; what is left out does not narrow. */
export interface DeadLetterFilter {
  readonly projectId?: string;
  readonly type?: EventType;
  readonly state?: DeadLetterState;
  readonly ids?: readonly string[];
  /** When they came, in milliseconds since 1970: from this moment on … */
  readonly fromMs?: number | undefined;
  /** … up to, not with, this one. */
  readonly toMs?: number | undefined;
}

/** The condition a filter stands for. */
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

/** A stored row as a {@link DeadLetter}. */
export function deadLetterOf(row: Selectable<DeadLettersTable>): DeadLetter {
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
