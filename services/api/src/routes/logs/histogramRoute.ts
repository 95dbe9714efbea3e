import { HOUR_MS } from '@sluice/contract';
import { MAX_BARS, histogramApi } from '@sluice/api-contract';
import {
  type RouteContext,
  type TimeRange,
  readCursor,
  readRange,
  readZone,
  serve,
  writeCursor,
} from '@sluice/management';
import { seriesRange } from '../metrics/seriesRange.js';
import { logFilter } from './logQuery.js';
import { type LogHistogram, readLogHistogram } from './sql/readLogHistogram.js';

const LIST = 'log histogram';

/** Without a range, the last hour. */
const usualRange = ({ clock }: RouteContext): TimeRange => ({ fromMs: clock() - HOUR_MS, toMs: clock() + 60_000 });

/** Returns cells, which are in order of time, with one entry for each interval. */
function cellsByTime(cells: LogHistogram['cells']) {
  const bars: { readonly timeMs: number; readonly levels: Record<string, number> }[] = [];
  for (const { timeMs, level, count: logs } of cells) {
    let bar = bars.at(-1);
    if (bar?.timeMs !== timeMs) bars.push((bar = { timeMs, levels: {} }));
    bar.levels[level] = (bar.levels[level] ?? 0) + logs;
  }
  return bars.map(({ timeMs, levels }) => ({ time: new Date(timeMs).toISOString(), levels }));
}

/** The number of logs by level and time. */
export const histogramRoute = serve(histogramApi.count, async ({ query }, context) => {
  const { project, db } = context;
  // Logs are counted one by one, so no interval is too short for old ones.
  const bars = seriesRange(readRange(query, usualRange(context)), {
    askedMs: (query.interval ?? 0) * 1_000,
    most: MAX_BARS,
    zone: readZone(query),
    isOfRows: true,
  });
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, { owner: project.id, list: LIST });
  const found = await readLogHistogram(db, project.id, { bars, after, filter: logFilter(query) });
  const { next, scannedToMs, cells } = found;
  return {
    body: {
      from: new Date(bars.fromMs).toISOString(),
      to: new Date(bars.toMs).toISOString(),
      interval: bars.stepMs / 1_000,
      data: cellsByTime(cells),
      next: next === undefined ? null : writeCursor({ owner: project.id, list: LIST, after: next }),
      scannedTo: scannedToMs === undefined ? null : new Date(scannedToMs).toISOString(),
    },
  };
});
