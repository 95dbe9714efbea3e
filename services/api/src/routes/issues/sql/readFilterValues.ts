import type { VALUE_FIELDS } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { withinPage, type PageRequest } from '@sluice/reading';
import { ofException, PAGE_URL, type IssueFilter } from './issueFilter.js';

type ValueField = (typeof VALUE_FIELDS)[number];

interface ValuesRequest {
  readonly field: ValueField;
  /** Part of the value, ignoring case. */
  readonly query: string | undefined;
  readonly limit: number;
  readonly page: PageRequest;
  readonly filter: Pick<IssueFilter, 'environment' | 'release'>;
}

interface FilterValues {
  /** The most frequent first. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** Exceptions that were read. */
  readonly events: number;
  /** Whether there are more exceptions, of which only the newest were read. */
  readonly approximate: boolean;
}

/** The most exceptions whose properties are read. */
const VALUES_SCAN = 2_000;

/** Longer values cannot be a filter. */
const LONGEST_VALUE = 512;

const VALUES: Readonly<Record<ValueField, { columns: RawBuilder<unknown>; values: RawBuilder<unknown> }>> = {
  tag: { columns: sql`tags`, values: sql`select t.key || ':' || t.value from jsonb_each_text(e.tags) as t` },
  user: { columns: sql`user_key`, values: sql`select e.user_key` },
  url: { columns: sql`contexts`, values: sql`select ${PAGE_URL}` },
};

/**
 * Returns the most frequent values of a property in the newest {@link VALUES_SCAN} exceptions of a range. The primary key finds
 * them; the environment and the release are compared afterwards.
 */
export async function readFilterValues(
  db: Queryable,
  projectId: string,
  request: ValuesRequest,
): Promise<FilterValues> {
  const { field, query = '', limit, page, filter } = request;
  const { columns, values } = VALUES[field];
  const within = withinPage(projectId, { ...page, after: undefined });
  const { rows } = await sql<{ value: string | null; count: string; events: string }>`
    with read as materialized (
      select environment, release, ${columns} from exceptions where ${within} order by id desc limit ${VALUES_SCAN}),
    found as (
      select v.value, count(*) as count from read as e cross join lateral (${values}) as v(value)
      where ${ofException(filter)} and v.value <> '' and length(v.value) <= ${LONGEST_VALUE}
        and position(lower(${query}) in lower(v.value)) > 0
      group by 1 order by 2 desc, 1 limit ${limit})
    select f.*, n.events from (select count(*) as events from read) as n left join found f on true
    order by f.count desc, f.value`.execute(db.kysely);
  const events = Number(rows[0]?.events ?? 0);
  return {
    values: rows.flatMap(({ value, count }) => (value === null ? [] : [{ value, count: Number(count) }])),
    events,
    approximate: events === VALUES_SCAN,
  };
}
