import type { EventTableName } from './schema.js';

/**
 * Rows as {@link copyRows} takes them, one type for each event table. Times are milliseconds since 1970, `jsonb` is JSON
 * text as `JSON.stringify` writes it (once, by whoever made the row), ids are UUIDs.
 */
export interface EventRow {
  readonly project_id: string;
  readonly id: string;
  readonly timestamp: number;
  readonly environment: string | null;
  readonly release: string | null;
  readonly user_key: string | null;
  readonly trace_id: string | null;
  readonly span_id: string | null;
  readonly replay_id: string | null;
  readonly tags: string | null;
  readonly contexts: string | null;
}

/** A row of `exceptions`. `payload` and `breadcrumbs` are JSON text; `hash` the grouping fingerprint in lower-case hex. */
export interface ExceptionRow extends EventRow {
  readonly level: string;
  readonly type: string;
  readonly message: string;
  readonly handled: boolean | null;
  readonly hash: string;
  readonly payload: string;
  readonly breadcrumbs?: string | null;
}

/** A row of `spans`. `duration` is in milliseconds; `metrics` is JSON text. */
export interface SpanRow extends EventRow {
  readonly trace_id: string;
  readonly span_uuid: string;
  readonly parent_id: string | null;
  readonly name: string;
  readonly op: string | null;
  readonly status: string;
  readonly start_time: number;
  readonly end_time: number;
  readonly duration: number;
  readonly metrics: string | null;
  readonly previous_trace_id: string | null;
}

/** A row of `logs`. `attributes` is JSON text. */
export interface LogRow extends EventRow {
  readonly level: string;
  readonly message: string;
  readonly attributes: string | null;
}

/** A row of `hits`. */
export interface HitRow extends EventRow {
  readonly kind: string;
  readonly name: string | null;
  readonly url: string | null;
  readonly referrer: string | null;
  readonly title: string | null;
  readonly session_id: string | null;
}

/** A row of `replays`: one segment. `events` is opaque JSON text. */
export interface ReplayRow extends EventRow {
  readonly segment: number;
  readonly start_time: number | null;
  readonly end_time: number | null;
  readonly events: string;
  readonly event_count: number;
}

/** The row type of each event table. */
export interface RowOf {
  readonly exceptions: ExceptionRow;
  readonly spans: SpanRow;
  readonly logs: LogRow;
  readonly hits: HitRow;
  readonly replays: ReplayRow;
}

/** How a column's value is written: as is, escaped, escaped as what `JSON.stringify` wrote, or from milliseconds. */
export type ColumnKind = 'plain' | 'text' | 'json' | 'time' | 'flag';

type Columns<Row> = Readonly<Record<keyof Row & string, ColumnKind>>;

const COMMON: Columns<EventRow> = {
  project_id: 'plain',
  id: 'text',
  timestamp: 'time',
  environment: 'text',
  release: 'text',
  user_key: 'text',
  trace_id: 'text',
  span_id: 'text',
  replay_id: 'text',
  tags: 'json',
  contexts: 'json',
};

/** The columns of each event table, in the order in which they are copied. */
export const ROW_COLUMNS: { readonly [T in EventTableName]: Columns<RowOf[T]> } = {
  exceptions: {
    ...COMMON,
    level: 'text',
    type: 'text',
    message: 'text',
    handled: 'flag',
    hash: 'text',
    payload: 'json',
    breadcrumbs: 'json',
  },
  spans: {
    ...COMMON,
    span_uuid: 'text',
    parent_id: 'text',
    name: 'text',
    op: 'text',
    status: 'text',
    start_time: 'time',
    end_time: 'time',
    duration: 'plain',
    metrics: 'json',
    previous_trace_id: 'text',
  },
  logs: { ...COMMON, level: 'text', message: 'text', attributes: 'json' },
  hits: {
    ...COMMON,
    kind: 'text',
    name: 'text',
    url: 'text',
    referrer: 'text',
    title: 'text',
    session_id: 'text',
  },
  replays: {
    ...COMMON,
    segment: 'plain',
    start_time: 'time',
    end_time: 'time',
    events: 'json',
    event_count: 'plain',
  },
};
