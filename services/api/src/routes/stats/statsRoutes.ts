import { EVENT_TYPES, LIST_FILTERS, type CountedType } from '@sluice/contract';
import { type FilterEntryTotal, barsOf, NAME_KINDS, readFolds, readStatsWithEntries, wholeHours } from '@sluice/db';
import {
  ApiError,
  type Route,
  type TimeRange,
  count,
  defineRoute,
  described,
  listOf,
  mapOf,
  named,
  object,
  oneOf,
  optionalFields,
  rangeFields,
  readRange,
  readTime,
  readZone,
  zoneFields,
  text,
  time,
} from '@sluice/management';
import { groupStats, type StatsCell } from './groupStats.js';

const HOUR_MS = 3_600_000;
const STEP_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;

/** Maximum and default hours or days of a response. */
const MOST_STEPS = { hour: 31 * 24, day: 732 } as const;
const USUAL_STEPS = { hour: 24, day: 30 } as const;

interface StatsQuery {
  readonly from?: string;
  readonly to?: string;
  readonly type?: CountedType;
  readonly interval: keyof typeof STEP_MS;
  readonly zone?: string;
}

const TYPES: readonly string[] = [...EVENT_TYPES, 'unknown'];

const cell = named(
  'Stats',
  object({
    time: described(time, 'Start of the hour or day.'),
    type: described(oneOf(...TYPES), '`unknown`: the type was missing or is not one of the five.'),
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
    reason: described(oneOf(...Object.keys(LIST_FILTERS)), 'The reason that its events are counted under.'),
    entry: described(
      text(),
      'The entry that matched first, cut to 100 characters. `(other)`: entries beyond the first 100 of the list, or beyond the 250 with most events.',
    ),
    count,
  }),
);

const readStatsRoute = defineRoute<StatsQuery, unknown, unknown>({
  method: 'get',
  path: '/stats',
  tag: 'Stats',
  summary: 'Count events by time, type and outcome',
  description:
    'By default the last 24 hours or 30 days. The range is widened to whole hours. ' +
    'Times without events have no row. At most 31 days by hour or 732 by day. `entries` are of the whole range; for each reason ' +
    'they add up to the sum of its events over all types.',
  permission: 'project:read',
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
  }),
  handle: async ({ query }, { db, clock, project }) => {
    const { interval, type } = query;
    const range = readStatsRange(query, clock());
    const bars = barsOf(range, STEP_MS[interval], readZone(query));
    const { rows, entries } = await readStatsWithEntries(db, project.id, { bars, type });
    const folds = await readFolds(db, { projectId: project.id, bars, ...range });
    const folded = folds.map(({ at, kind, count: events }) => ({ time: at.toISOString(), kind, count: events }));
    return { body: { data: groupStats(rows).map(toWire), folded, entries: entries.map(entryToWire) } };
  },
});

/** Operations on usage statistics. */
export const statsRoutes: readonly Route[] = [readStatsRoute];

function readStatsRange(query: StatsQuery, nowMs: number): TimeRange {
  const step = STEP_MS[query.interval];
  // Without a range, the last whole hours or days and the current one.
  const endMs = Math.ceil((query.to === undefined ? nowMs : readTime('to', query.to)) / step) * step;
  const usual = { fromMs: endMs - USUAL_STEPS[query.interval] * step, toMs: endMs };
  const range = wholeHours(readRange(query, usual));
  const most = MOST_STEPS[query.interval];
  if (range.toMs - range.fromMs > most * step) {
    throw new ApiError(400, 'bad_query', `from and to must not be more than ${most} ${query.interval}s apart.`);
  }
  return range;
}

const entryToWire = ({ reason, entry: name, count: events }: FilterEntryTotal): unknown => ({
  filter: LIST_FILTERS[reason],
  reason,
  entry: name,
  count: events,
});

const toWire = ({ atMs, ...rest }: StatsCell): unknown => ({ time: new Date(atMs).toISOString(), ...rest });
