import { VALUE_FIELDS } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { rangeFields, environmentFields } from '../list/listQuery.js';
import { partialObject, described, named, object, listOf } from '../schema/shapes.js';
import { oneOf, text, integer, count, boolean } from '../schema/values.js';

/** The values by which lists of issues can be filtered. */
export const filterValuesApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/issues/filter-values',
    tag: 'Issues',
    summary: 'List values of a filter of issues',
    description:
      'The most frequent values of tags, users or addresses in the newest 2,000 exceptions of the range. Rarer values are not ' +
      'listed; the filters accept them all the same.',
    permission: 'project:read',
    mayBeStale: true,
    query: partialObject(
      {
        field: described(oneOf(...VALUE_FIELDS), 'The filter. A value of `tag` is `key:value`.'),
        query: described(text(200), 'Part of the value, ignoring case.'),
        limit: { ...integer(1, 50), default: 20, description: 'Maximum number of values.' },
        ...rangeFields,
        ...environmentFields,
      },
      ['field'],
    ),
    response: named(
      'FilterValues',
      object({
        events: described(count, 'Exceptions that were read, of all environments and releases.'),
        approximate: described(boolean, 'Whether there are more exceptions than were read.'),
        data: listOf(object({ value: text(), count: described(count, 'Exceptions that have it.') })),
      }),
    ),
  },
} as const satisfies Descriptions;
