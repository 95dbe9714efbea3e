import type { Selectable } from 'kysely';
import type { ExceptionsTable, JsonObject } from '../../schema.js';

/** An exception as lists show it. */
export interface StoredException {
  /** The event id. */
  readonly id: string;
  /** `null` where its issue was deleted. */
  readonly issueId: string | null;
  readonly timestamp: Date;
  readonly level: string;
  readonly type: string;
  readonly message: string;
  readonly handled: boolean | null;
  readonly environment: string | null;
  readonly release: string | null;
  readonly userKey: string | null;
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly replayId: string | null;
  readonly tags: JsonObject | null;
}

/** An exception with everything that is stored of it. */
export interface ExceptionDetail extends StoredException {
  readonly contexts: JsonObject | null;
  /** `frames`, `stack`, `cause`, `breadcrumbs`, `fingerprint`, as they were sent. */
  readonly payload: JsonObject;
}

/** What a list reads of an exception. */
export const LISTED_EXCEPTION_COLUMNS = [
  'id',
  'hash',
  'timestamp',
  'level',
  'type',
  'message',
  'handled',
  'environment',
  'release',
  'user_key',
  'trace_id',
  'span_id',
  'replay_id',
  'tags',
] as const;

/** A row of {@link LISTED_EXCEPTION_COLUMNS} with its issue. */
export type ListedExceptionRow = Pick<Selectable<ExceptionsTable>, (typeof LISTED_EXCEPTION_COLUMNS)[number]> & {
  readonly issue_id: string | null;
};

/** A row's exception. */
export const toException = (row: ListedExceptionRow): StoredException => ({
  id: row.id,
  issueId: row.issue_id,
  timestamp: row.timestamp,
  level: row.level,
  type: row.type,
  message: row.message,
  handled: row.handled,
  environment: row.environment,
  release: row.release,
  userKey: row.user_key,
  traceId: row.trace_id,
  spanId: row.span_id,
  replayId: row.replay_id,
  tags: row.tags,
});
