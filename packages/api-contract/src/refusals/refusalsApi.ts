import { VERDICTS, EVENT_TYPES, OUTCOMES } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { rangeFields } from '../list/listQuery.js';
import { named, object, described, nullable, optionalFields, listOf } from '../schema/shapes.js';
import { id, time, oneOf, text, count } from '../schema/values.js';

const REASONS = Object.values(VERDICTS).flatMap(({ reason }) => (reason === '' ? [] : [reason]));

const sample = named(
  'RefusedSample',
  object({
    id,
    time: described(time, 'Arrival at the gateway.'),
    type: oneOf(...EVENT_TYPES, 'unknown'),
    outcome: oneOf(...OUTCOMES),
    reason: oneOf(...REASONS),
    entry: described(nullable(text()), 'The entry of a filter that dropped it.'),
    field: described(nullable(text()), 'Of an invalid event, the field that is wrong.'),
    problem: described(nullable(text()), 'Of an invalid event, what is wrong.'),
    event: described(text(), 'The event as JSON, scrubbed; cut at 4 KB, and then not valid JSON.'),
  }),
);

const origin = named(
  'RefusedOrigin',
  object({
    origin: described(
      text(),
      'As in `Origin`, or of the page in `Referer`; empty if the request named none, `(other)`: beyond 50 per hour and gateway.',
    ),
    count: described(count, 'Requests.'),
    lastHour: described(time, 'Start of the last hour with any.'),
  }),
);

/** Operations that explain refusals. */
export const refusalsApi = {
  listSamples: {
    scope: 'project',
    method: 'get',
    path: '/refused',
    tag: 'Refusals',
    summary: 'List samples of refused events',
    description:
      'The last 20 refused events of each reason of the last hour, and the last one of each entry of a filter, newest first; of each reason and entry ' +
      'at most one a second; always scrubbed. Events of addresses that `filters.ips` drops are never sampled. Empty if the setting `refusedSamples` is off. This is an addition to the specification.',
    permission: 'project:read',
    query: optionalFields({ reason: oneOf(...REASONS) }),
    response: object({ data: listOf(sample) }),
  },
  listOrigins: {
    scope: 'project',
    method: 'get',
    path: '/refused/origins',
    tag: 'Refusals',
    summary: 'List refused origins',
    description:
      'Requests that were refused with 403 because of their origin, by origin, most first; the last 24 hours by default. The range is ' +
      'widened to whole hours. Their events are in no other count. A gateway that is killed loses the counts of two seconds.',
    permission: 'project:read',
    query: optionalFields(rangeFields),
    response: object({ data: listOf(origin) }),
  },
} as const satisfies Descriptions;
