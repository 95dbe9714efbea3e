import { readFilterValues, VALUE_FIELDS } from './sql/readFilterValues.js';
import { wholeHours } from '@sluice/db';
import {
  boolean,
  count,
  defineRoute,
  described,
  environmentFields,
  integer,
  listOf,
  named,
  object,
  oneOf,
  rangeFields,
  readRange,
  text,
} from '@sluice/management';

interface FilterValuesQuery {
  readonly field: (typeof VALUE_FIELDS)[number];
  readonly query?: string;
  readonly limit: number;
  readonly from?: string;
  readonly to?: string;
  readonly environment?: string;
  readonly release?: string;
}

/** The values by which lists of issues can be filtered. */
export const filterValuesRoute = defineRoute<FilterValuesQuery, unknown, unknown>({
  method: 'get',
  path: '/issues/filter-values',
  tag: 'Issues',
  summary: 'List values of a filter of issues',
  description:
    'The most frequent values of tags, users or addresses in the newest 2,000 exceptions of the range. Rarer values are not ' +
    'listed; the filters accept them all the same.',
  permission: 'project:read',
  query: object(
    {
      field: described(oneOf(...VALUE_FIELDS), 'The filter. A value of `tag` is `key:value`.'),
      query: described(text(200), 'Part of the value, ignoring case.'),
      limit: { ...integer(1, 50), default: 20, description: 'Maximum number of values.' },
      ...rangeFields,
      ...environmentFields,
    },
    ['query', 'limit', 'from', 'to', ...Object.keys(environmentFields)],
  ),
  response: named(
    'FilterValues',
    object({
      events: described(count, 'Exceptions that were read, of all environments and releases.'),
      approximate: described(boolean, 'Whether there are more exceptions than were read.'),
      data: listOf(object({ value: text(), count: described(count, 'Exceptions that have it.') })),
    }),
  ),
  handle: async ({ query: asked }, { db, project }) => {
    const { field, query, limit, environment, release } = asked;
    const page = { ...wholeHours(readRange(asked)), limit: 1, after: undefined };
    const request = { field, query, limit, page, filter: { environment, release } };
    const { values, events, approximate } = await readFilterValues(db, project.id, request);
    return { body: { events, approximate, data: values } };
  },
});
