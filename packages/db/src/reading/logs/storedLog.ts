import { WARN } from '@sluice/contract';
import type { Selectable } from 'kysely';
import type { JsonObject, LogsTable } from '../../schema.js';

/** A log as lists show it. */
export interface StoredLog {
  /** The event id. */
  readonly id: string;
  readonly timestamp: Date;
  readonly level: string;
  readonly message: string;
  readonly environment: string | null;
  readonly release: string | null;
  readonly userKey: string | null;
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly replayId: string | null;
  readonly tags: JsonObject | null;
}

/** A log with everything that is stored of it. */
export interface LogDetail extends StoredLog {
  readonly attributes: JsonObject | null;
  readonly contexts: JsonObject | null;
}

/** What a list reads of a log. */
export const LISTED_LOG_COLUMNS = [
  'id',
  'timestamp',
  'level',
  'message',
  'environment',
  'release',
  'user_key',
  'trace_id',
  'span_id',
  'replay_id',
  'tags',
] as const;

/** A row of {@link LISTED_LOG_COLUMNS}. */
export type ListedLogRow = Pick<Selectable<LogsTable>, (typeof LISTED_LOG_COLUMNS)[number]>;

/** A row's log. */
export const toLog = (row: ListedLogRow): StoredLog => ({
  id: row.id,
  timestamp: row.timestamp,
  level: row.level === WARN ? 'warning' : row.level,
  message: row.message,
  environment: row.environment,
  release: row.release,
  userKey: row.user_key,
  traceId: row.trace_id,
  spanId: row.span_id,
  replayId: row.replay_id,
  tags: row.tags,
});
