import { WARNING_ALIAS } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { contains, equals } from '@sluice/reading';

/** Which logs. A field that is not set does not filter. */
export interface LogFilter {
  /** Of this trace; found by an index. */
  readonly trace?: string | undefined;
  /** With this span's uuid. */
  readonly span?: string | undefined;
  readonly replay?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  /** One of these levels. */
  readonly levels?: readonly string[] | undefined;
  /** The project user's key. */
  readonly user?: string | undefined;
  /** Part of the message, case-insensitive. */
  readonly query?: string | undefined;
  /** Values of attributes or tags, as text. */
  readonly attributes?: readonly LogAttribute[] | undefined;
}

/** An attribute or tag and its value. */
export interface LogAttribute {
  readonly key: string;
  readonly value: string;
}

/** Returns the conditions of a filter; the trace is left to the index. */
export const logConditions = (filter: LogFilter): readonly RawBuilder<unknown>[] => [
  ...equals('span_id', filter.span),
  ...equals('replay_id', filter.replay),
  ...equals('environment', filter.environment),
  ...equals('release', filter.release),
  ...levels(filter.levels),
  ...equals('user_key', filter.user),
  ...contains('message', filter.query),
  ...(filter.attributes ?? []).map(
    ({ key, value }) => sql`(attributes ->> ${key}::text = ${value} or tags ->> ${key}::text = ${value})`,
  ),
];

/** Rows older than the common vocabulary have `warn`. */
const levels = (words: readonly string[] | undefined): readonly RawBuilder<unknown>[] =>
  words === undefined
    ? []
    : [sql`level = any(${words.includes('warning') ? [...words, WARNING_ALIAS] : words}::text[])`];
