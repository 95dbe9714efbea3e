import type { JsonObject, SpansTable } from '../../schema.js';
import type { Selectable } from 'kysely';

/** A span as it is stored. */
export interface StoredSpan {
  /** The event id. */
  readonly id: string;
  readonly uuid: string;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly previousTraceId: string | null;
  readonly name: string;
  readonly op: string | null;
  readonly status: string;
  readonly timestamp: Date;
  readonly start: Date;
  readonly end: Date;
  /** Milliseconds, as the client measured them. */
  readonly duration: number;
  readonly environment: string | null;
  readonly release: string | null;
  readonly userKey: string | null;
  readonly replayId: string | null;
  readonly metrics: Readonly<Record<string, number>> | null;
  readonly tags: JsonObject | null;
  /** `null` in lists, which do not read them. */
  readonly contexts: JsonObject | null;
}

/** What a list reads of a span. */
export const LISTED_SPAN_COLUMNS = [
  'id',
  'span_uuid',
  'trace_id',
  'parent_id',
  'previous_trace_id',
  'name',
  'op',
  'status',
  'timestamp',
  'start_time',
  'end_time',
  'duration',
  'environment',
  'release',
  'user_key',
  'replay_id',
  'metrics',
  'tags',
] as const;

/** All of a {@link StoredSpan}. */
export const SPAN_COLUMNS = [...LISTED_SPAN_COLUMNS, 'contexts'] as const;

type ListedRow = Pick<Selectable<SpansTable>, (typeof LISTED_SPAN_COLUMNS)[number]>;

/** A row's span. */
export const toSpan = (row: ListedRow & { readonly contexts?: JsonObject | null }): StoredSpan => ({
  id: row.id,
  uuid: row.span_uuid,
  traceId: row.trace_id ?? '',
  parentId: row.parent_id,
  previousTraceId: row.previous_trace_id,
  name: row.name,
  op: row.op,
  status: row.status,
  timestamp: row.timestamp,
  start: row.start_time,
  end: row.end_time,
  duration: row.duration,
  environment: row.environment,
  release: row.release,
  userKey: row.user_key,
  replayId: row.replay_id,
  metrics: row.metrics,
  tags: row.tags,
  contexts: row.contexts ?? null,
});
