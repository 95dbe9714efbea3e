import { SPAN_STATUSES } from '@sluice/contract';
import type { SelectType } from 'kysely';
import type { Int8, Jsonb, JsonObject, Nullable, Timestamp } from './columns.js';

/** How COPY writes a value: as is, escaped, escaped as output of `JSON.stringify`, from milliseconds, or as `t` or `f`. */
export type CopyFormat = 'plain' | 'text' | 'json' | 'time' | 'flag';

/** The types of columns: how PostgreSQL names each one and how COPY writes its values. */
export const COLUMN_TYPES = {
  bigint: { sql: 'bigint', copy: 'plain' },
  integer: { sql: 'integer', copy: 'plain' },
  double: { sql: 'double precision', copy: 'plain' },
  boolean: { sql: 'boolean', copy: 'flag' },
  uuid: { sql: 'uuid', copy: 'text' },
  text: { sql: 'text', copy: 'text' },
  timestamp: { sql: 'timestamp with time zone', copy: 'time' },
  json: { sql: 'jsonb', copy: 'json' },
  numbers: { sql: 'jsonb', copy: 'json' },
  jsonText: { sql: 'text', copy: 'json' },
} as const satisfies Readonly<Record<keyof ValueTypes, { readonly sql: string; readonly copy: CopyFormat }>>;

/** For each type of column, the value in a row for COPY and the column as Kysely sees it. */
interface ValueTypes {
  bigint: { row: string; column: Int8 };
  integer: { row: number; column: number };
  double: { row: number; column: number };
  boolean: { row: boolean; column: boolean };
  uuid: { row: string; column: string };
  text: { row: string; column: string };
  /** In rows, milliseconds since 1970. */
  timestamp: { row: number; column: Timestamp };
  /** A JSON object; in rows, its text as `JSON.stringify` writes it. */
  json: { row: string; column: Jsonb<JsonObject> };
  /** A JSON object whose values are numbers. */
  numbers: { row: string; column: Jsonb<Readonly<Record<string, number>>> };
  /** JSON that is stored and read as text. */
  jsonText: { row: string; column: string };
}

/** Description of a column. */
export interface EventColumn {
  readonly type: keyof ValueTypes;
  readonly nullable?: true;
  /** The closed set that its values are from. */
  readonly words?: readonly string[];
  /** `list`: lists and single reads return it. `detail`: single reads return it. Without it, no read returns it. */
  readonly read?: 'list' | 'detail';
}

type Columns = Readonly<Record<string, EventColumn>>;

const COMMON = {
  project_id: { type: 'bigint' },
  id: { type: 'uuid', read: 'list' },
  timestamp: { type: 'timestamp', read: 'list' },
  environment: { type: 'text', nullable: true, read: 'list' },
  release: { type: 'text', nullable: true, read: 'list' },
  user_key: { type: 'text', nullable: true, read: 'list' },
  trace_id: { type: 'text', nullable: true, read: 'list' },
  span_id: { type: 'text', nullable: true, read: 'list' },
  replay_id: { type: 'text', nullable: true, read: 'list' },
  tags: { type: 'json', nullable: true, read: 'list' },
  contexts: { type: 'json', nullable: true, read: 'detail' },
} as const satisfies Columns;

/**
 * The columns of each event table, in the order of COPY. The type of rows, the schema, the columns that reads select and
 * the statistics of partitions follow from it; a migration creates the same columns (docs/how-to/add-a-column.md).
 */
export const EVENT_COLUMNS = {
  exceptions: {
    ...COMMON,
    level: { type: 'text', read: 'list' },
    type: { type: 'text', read: 'list' },
    message: { type: 'text', read: 'list' },
    handled: { type: 'boolean', nullable: true, read: 'list' },
    /** Fingerprint that groups it, lower-case hex. */
    hash: { type: 'text', read: 'list' },
    /** Frames, stack, cause, fingerprint; of older rows breadcrumbs too. */
    payload: { type: 'json', read: 'detail' },
    breadcrumbs: { type: 'jsonText', nullable: true, read: 'detail' },
    /** The time by which it is ordered (`orderingTime`), if that is not `timestamp`. */
    ordered_at: { type: 'timestamp', nullable: true },
  },
  spans: {
    ...COMMON,
    /** A CHECK constraint requires it. */
    trace_id: { type: 'text', read: 'list' },
    /** Of other events, the span during which they happened. */
    span_id: { type: 'text', nullable: true },
    span_uuid: { type: 'text', read: 'list' },
    parent_id: { type: 'text', nullable: true, read: 'list' },
    name: { type: 'text', read: 'list' },
    op: { type: 'text', nullable: true, read: 'list' },
    status: { type: 'text', words: SPAN_STATUSES, read: 'list' },
    start_time: { type: 'timestamp', read: 'list' },
    end_time: { type: 'timestamp', read: 'list' },
    /** Milliseconds, as the client measured them. */
    duration: { type: 'double', read: 'list' },
    metrics: { type: 'numbers', nullable: true, read: 'list' },
    /** The page trace before this one, of the same visit. */
    previous_trace_id: { type: 'text', nullable: true, read: 'list' },
  },
  logs: {
    ...COMMON,
    level: { type: 'text', read: 'list' },
    message: { type: 'text', read: 'list' },
    attributes: { type: 'json', nullable: true, read: 'list' },
  },
  hits: {
    ...COMMON,
    kind: { type: 'text', words: ['pageview', 'custom'], read: 'list' },
    name: { type: 'text', nullable: true, read: 'list' },
    url: { type: 'text', nullable: true, read: 'list' },
    referrer: { type: 'text', nullable: true, read: 'list' },
    title: { type: 'text', nullable: true, read: 'list' },
    session_id: { type: 'text', nullable: true, read: 'list' },
    /** Only where the address is not stored in full: a hash of it with a key of the day. */
    visitor: { type: 'text', nullable: true },
  },
  /** One row for each segment. Reads put segments together and select what they need by name. */
  replays: {
    ...COMMON,
    segment: { type: 'integer' },
    start_time: { type: 'timestamp', nullable: true },
    end_time: { type: 'timestamp', nullable: true },
    events: { type: 'jsonText' },
    event_count: { type: 'integer' },
  },
} as const satisfies Readonly<Record<string, Columns>>;

/** Name of an event table. */
export type EventTableName = keyof typeof EVENT_COLUMNS;

type ColumnsOf<Table extends EventTableName> = (typeof EVENT_COLUMNS)[Table];

type RowValue<Column> = Column extends { type: infer Type extends keyof ValueTypes }
  ? ValueTypes[Type]['row'] | (Column extends { nullable: true } ? null : never)
  : never;

type RowOfColumns<Own> = { readonly [Name in keyof Own]: RowValue<Own[Name]> };

/**
 * Complete rows that workers write, one type per event table. Times are milliseconds since 1970, JSON is text as of
 * `JSON.stringify`, ids are UUIDs.
 */
export type RowOf = { readonly [Table in EventTableName]: RowOfColumns<ColumnsOf<Table>> };

type OptionalOf<Own> = { readonly [Name in keyof Own as null extends Own[Name] ? Name : never]?: Own[Name] };
type RequiredOf<Own> = { readonly [Name in keyof Own as null extends Own[Name] ? never : Name]: Own[Name] };

/** A row as `copyRows` takes it: a nullable column that is missing is NULL. */
export type CopiedRow<Table extends EventTableName> = RequiredOf<RowOf[Table]> & OptionalOf<RowOf[Table]>;

/** The columns that every event table has. */
export type EventRow = RowOfColumns<typeof COMMON>;
/** A row of `exceptions`. */
export type ExceptionRow = RowOf['exceptions'];
/** A row of `spans`. */
export type SpanRow = RowOf['spans'];
/** A row of `logs`. */
export type LogRow = RowOf['logs'];
/** A row of `hits`. */
export type HitRow = RowOf['hits'];
/** A row of `replays`: one segment. */
export type ReplayRow = RowOf['replays'];

type TableColumn<Column> = Column extends { type: infer Type extends keyof ValueTypes }
  ? Column extends { nullable: true }
    ? Nullable<ValueTypes[Type]['column']>
    : ValueTypes[Type]['column']
  : never;

/** The five event tables as Kysely sees them. */
export type EventTables = {
  [Table in EventTableName]: { [Name in keyof ColumnsOf<Table>]: TableColumn<ColumnsOf<Table>[Name]> };
};

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

type ReadAs<Own, Read> = {
  readonly [Name in keyof Own as Own[Name] extends { read: Read } ? CamelCase<Name> : never]: Own[Name] extends {
    words: readonly (infer Word)[];
  }
    ? Word
    : SelectType<TableColumn<Own[Name]>>;
};

/** An event as lists return it: its columns of `read: 'list'`, named in camel case. */
export type ListedEvent<Table extends EventTableName> = ReadAs<ColumnsOf<Table>, 'list'>;

/** An event as single reads return it: its columns of `read: 'list'` and `read: 'detail'`, named in camel case. */
export type EventDetail<Table extends EventTableName> = ReadAs<ColumnsOf<Table>, 'list' | 'detail'>;
