import { EVENT_TYPES, NAME_KINDS, LIST_FILTERS, type EntryReason } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { rangeFields, zoneFields } from '../list/listQuery.js';
import { named, object, described, mapOf, optionalFields, listOf } from '../schema/shapes.js';
import { time, oneOf, count, text } from '../schema/values.js';

const TYPES = [...EVENT_TYPES, 'unknown'] as const;

const cell = named(
  'Stats',
  object({
    time: described(time, 'Start of the hour or day.'),
    type: described(
      oneOf(...TYPES),
      '`unknown`: the type was missing or is not one that clients send. `metric`: metrics of Sentry SDKs and OpenTelemetry, without those of spans.',
    ),
    received: described(count, 'Sum of all outcomes.'),
    processed: described(count, 'Stored or dead-lettered.'),
    filtered: count,
    invalid: count,
    rateLimited: count,
    quotaExceeded: count,
    limited: described(count, 'Rate-limited plus over quota.'),
    reasons: described(mapOf(count), 'Events that were not processed, by reason.'),
  }),
);

const fold = named(
  'Fold',
  object({
    time: described(time, 'Start of the hour or day.'),
    kind: described(oneOf(...NAME_KINDS), 'Kind of name of which the project added too many.'),
    count: described(
      count,
      'Events (for metrics: values) that are counted under `(other)`; they are stored unchanged.',
    ),
  }),
);

const entry = named(
  'FilterEntryCount',
  object({
    filter: described(oneOf(...Object.values(LIST_FILTERS)), 'The setting below `filters`.'),
    reason: described(
      oneOf(...(Object.keys(LIST_FILTERS) as EntryReason[])),
      'The reason that its events are counted under.',
    ),
    entry: described(
      text(),
      'The entry that matched first, cut to 100 characters. `(other)`: entries beyond the first 100 of the list, or beyond the 250 with most events.',
    ),
    count,
  }),
);

const untakenItem = named(
  'UntakenItem',
  object({
    name: described(
      text(),
      'The type of the item, such as `session`, cut to 100 characters. `(other)`: beyond 50 names per hour and gateway.',
    ),
    count,
  }),
);

const sdkDrop = named(
  'SdkDrop',
  object({
    category: described(text(), 'As the SDK names it, such as `error` or `span`; cut and bounded as names are.'),
    reason: described(text(), 'As the SDK names it, such as `ratelimit_backoff` or `before_send`.'),
    count,
  }),
);

/** Operations on usage statistics. */
export const statsApi = {
  count: {
    scope: 'project',
    method: 'get',
    path: '/stats',
    tag: 'Stats',
    summary: 'Count events by time, type and outcome',
    description:
      'By default the last 24 hours or 30 days. The range is widened to whole hours. ' +
      'Times without events have no row. At most 31 days by hour or 732 by day. `entries` are of the whole range; for each reason ' +
      'they add up to the sum of its events over all types.',
    permission: 'project:read',
    mayBeStale: true,
    query: optionalFields({
      ...rangeFields,
      ...zoneFields,
      type: oneOf(...TYPES),
      interval: { ...oneOf('hour', 'day'), default: 'hour' },
    }),
    response: object({
      data: listOf(cell),
      folded: described(listOf(fold), 'For all types, regardless of `type`.'),
      entries: described(
        listOf(entry),
        'Events that each entry of a filter dropped: by filter, most first. For all types, regardless of `type`.',
      ),
      notTaken: described(
        listOf(untakenItem),
        'Items of Sentry SDKs that Sluice does not store, of the whole range: at most 100, most first. They are no events and in no other count. ' +
          'A gateway that is killed loses the counts of two seconds, here and in `droppedBySdks`.',
      ),
      droppedBySdks: described(
        listOf(sdkDrop),
        'What Sentry SDKs report to have dropped before sending it, of the whole range: at most 100, most first. In no other count.',
      ),
    }),
  },
} as const satisfies Descriptions;
