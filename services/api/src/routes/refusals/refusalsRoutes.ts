import { EVENT_TYPES, OUTCOMES, VERDICTS } from '@sluice/contract';
import { listRefusedSamples, readRefusedOrigins, SAMPLE_MS, type RefusedSample } from '@sluice/db';
import {
  type Route,
  count,
  defineRoute,
  described,
  id,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  optionalFields,
  rangeFields,
  readRange,
  text,
  time,
} from '@sluice/management';

const HOUR_MS = 3_600_000;
const REASONS = Object.values(VERDICTS).flatMap(({ reason }) => (reason === '' ? [] : [reason]));

/** Samples of one response: all that are stored. They have 1 MB, and each takes 1 KB at least. */
const MAX_SAMPLES = 1_024;

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

const toWire = ({ atMs, ...rest }: RefusedSample): unknown => ({ ...rest, time: new Date(atMs).toISOString() });

const listSamples = defineRoute<{ readonly reason?: string }, unknown, unknown>({
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
  handle: async ({ query }, { db, clock, project }) => {
    const request = { reason: query.reason, sinceMs: clock() - SAMPLE_MS, limit: MAX_SAMPLES };
    return { body: { data: (await listRefusedSamples(db, project.id, request)).map(toWire) } };
  },
});

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

const listOrigins = defineRoute<{ readonly from?: string; readonly to?: string }, unknown, unknown>({
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
  handle: async ({ query }, { db, clock, project }) => {
    const now = clock();
    const range = readRange(query, { fromMs: now - 24 * HOUR_MS, toMs: now });
    const origins = await readRefusedOrigins(db, project.id, {
      fromMs: Math.floor(range.fromMs / HOUR_MS) * HOUR_MS,
      toMs: Math.ceil(range.toMs / HOUR_MS) * HOUR_MS,
    });
    const data = origins.map(({ lastHourMs, ...rest }) => ({ ...rest, lastHour: new Date(lastHourMs).toISOString() }));
    return { body: { data } };
  },
});

/** Operations that explain refusals. */
export const refusalsRoutes: readonly Route[] = [listSamples, listOrigins];
