import { HISTOGRAM_SCAN, readLogHistogram, type LogHistogram } from './sql/readLogHistogram.js';
import {
  type RouteContext,
  type TimeRange,
  count,
  defineRoute,
  described,
  environmentFields,
  integer,
  listOf,
  mapOf,
  named,
  nullable,
  object,
  optionalFields,
  rangeFields,
  readCursor,
  readRange,
  readZone,
  zoneFields,
  text,
  time,
  writeCursor,
} from '@sluice/management';
import { seriesRange } from '../metrics/seriesRange.js';
import { LOG_IDS, logFilter, logQueryFields, type LogQuery } from './logQuery.js';

const LIST = 'log histogram';
const HOUR_MS = 3_600_000;
const MAX_BARS = 120;

interface HistogramQuery extends LogQuery {
  readonly from?: string;
  readonly to?: string;
  readonly interval?: number;
  readonly zone?: string;
  readonly cursor?: string;
}

/** Without a range, the last hour. */
const usualRange = ({ clock }: RouteContext): TimeRange => ({ fromMs: clock() - HOUR_MS, toMs: clock() + 60_000 });

/** Returns cells, which are in order of time, with one entry for each interval. */
function cellsByTime(cells: LogHistogram['cells']): readonly unknown[] {
  const bars: { readonly timeMs: number; readonly levels: Record<string, number> }[] = [];
  for (const { timeMs, level, count: logs } of cells) {
    let bar = bars.at(-1);
    if (bar?.timeMs !== timeMs) bars.push((bar = { timeMs, levels: {} }));
    bar.levels[level] = (bar.levels[level] ?? 0) + logs;
  }
  return bars.map(({ timeMs, levels }) => ({ time: new Date(timeMs).toISOString(), levels }));
}

/** The number of logs by level and time. */
export const histogramRoute = defineRoute<HistogramQuery, unknown, unknown>({
  method: 'get',
  path: '/logs/histogram',
  tag: 'Logs',
  summary: 'Count logs by level and time of arrival',
  description:
    `Exact counts of the newest ${HISTOGRAM_SCAN.toLocaleString('en')} logs of the range; \`next\` continues with older ones, and the ` +
    `counts of all pages add up. At most ${MAX_BARS} intervals; \`from\` and \`to\` are widened to whole intervals, and to whole hours from intervals of an hour on.`,
  permission: 'project:read',
  ids: LOG_IDS,
  query: optionalFields({
    ...rangeFields,
    ...environmentFields,
    ...logQueryFields,
    ...zoneFields,
    interval: described(integer(60, 604_800), 'Minimum seconds per interval.'),
    cursor: described(text(2_048), 'The `next` of the previous page, sent with the same other parameters.'),
  }),
  response: named(
    'LogHistogram',
    object({
      from: time,
      to: time,
      interval: described(count, 'Seconds per interval.'),
      data: described(
        listOf(object({ time, levels: described(mapOf(count), 'Logs by level.') })),
        'Intervals with logs, in order.',
      ),
      next: described(nullable(text()), 'The `cursor` of the next page; null when the whole range is counted.'),
      scannedTo: described(
        nullable(time),
        'Every log that arrived after this time is counted; null for the whole range.',
      ),
    }),
  ),
  handle: async ({ query }, context) => {
    const { project, db } = context;
    // Logs are counted one by one, so no interval is too short for old ones.
    const bars = seriesRange(readRange(query, usualRange(context)), {
      askedMs: (query.interval ?? 0) * 1_000,
      most: MAX_BARS,
      zone: readZone(query),
      isOfRows: true,
    });
    const after =
      query.cursor === undefined ? undefined : readCursor(query.cursor, { projectId: project.id, list: LIST });
    const found = await readLogHistogram(db, project.id, { bars, after, filter: logFilter(query) });
    const { next, scannedToMs, cells } = found;
    return {
      body: {
        from: new Date(bars.fromMs).toISOString(),
        to: new Date(bars.toMs).toISOString(),
        interval: bars.stepMs / 1_000,
        data: cellsByTime(cells),
        next: next === undefined ? null : writeCursor({ projectId: project.id, list: LIST, after: next }),
        scannedTo: scannedToMs === undefined ? null : new Date(scannedToMs).toISOString(),
      },
    };
  },
});
