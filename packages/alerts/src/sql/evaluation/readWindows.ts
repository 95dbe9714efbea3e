import { MINUTE_MS, startOfMinute } from '@sluice/contract';
import { addEncoded, type Sketch } from '@sluice/sketch';
import { sql } from 'kysely';
import { type Placed, runByShard, unnest, saturate } from '@sluice/db';
import { isoTimes } from '../../decide/isoTimes.js';
import { EMPTY_WINDOW, type WindowCounts } from '../../conditions/condition.js';
import { seriesKind } from '../../conditions/conditions.js';
import type { SeriesTarget } from '../../decide/seriesTarget.js';

/** The end of a minute of a series. */
export interface SeriesMinute {
  readonly target: SeriesTarget;
  readonly endMs: number;
}

interface Numbered extends SeriesMinute {
  readonly index: number;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** What workers counted for the rule before it was off, or had other conditions, is in no window; values of metrics are kept without a rule. */
function startOf({ target: { condition, rule }, endMs }: SeriesMinute): number {
  const startMs = endMs - condition.windowMinutes * MINUTE_MS;
  return seriesKind(condition).reads === 'metrics'
    ? startMs
    : Math.max(startMs, startOfMinute(rule.countedSince.getTime()));
}

/**
 * Returns what was counted in the windows that end with these minutes, in order: one statement for all that workers count, one
 * for all metrics, and one of each for each shard of a distributed database.
 */
export async function readWindows(db: Placed, minutes: readonly SeriesMinute[]): Promise<readonly WindowCounts[]> {
  const numbered = minutes.map((minute, index) => ({ ...minute, index }));
  const windows = new Map<number, WindowCounts>();
  await readCounted(
    db,
    numbered.filter(({ target }) => seriesKind(target.condition).reads === 'minutes'),
    windows,
  );
  await readMetrics(
    db,
    numbered.filter(({ target }) => seriesKind(target.condition).reads === 'metrics'),
    windows,
  );
  return minutes.map((_, index) => windows.get(index) ?? EMPTY_WINDOW);
}

/** The range of all minutes, as constants, by which the planner chooses the index and the partitions. */
const rangeOf = (minutes: readonly SeriesMinute[]) => ({
  first: iso(minutes.reduce((first, minute) => Math.min(first, startOf(minute)), Infinity)),
  end: iso(minutes.reduce((end, { endMs }) => Math.max(end, endMs), -Infinity)),
});

const windowColumns = (minutes: readonly Numbered[]) =>
  ({
    index: ['int4', minutes.map(({ index }) => index)],
    project_id: ['int8', minutes.map(({ target }) => target.projectId)],
    from_minute: ['timestamptz', isoTimes(minutes.map(startOf))],
    end_minute: ['timestamptz', isoTimes(minutes.map(({ endMs }) => endMs))],
  }) as const;

async function readCounted(
  db: Placed,
  minutes: readonly Numbered[],
  windows: Map<number, WindowCounts>,
): Promise<void> {
  const rows = await runByShard(
    db,
    minutes,
    ({ target }) => target.projectId,
    ({ items, within }) => {
      const { first, end } = rangeOf(items);
      return sql<{ index: number; count: string; over: string; rows: number }>`
        select n.index, w.* from ${unnest('n', {
          ...windowColumns(items),
          series: ['text', items.map(({ target }) => target.series)],
        })}
        cross join lateral (
          select sum(a.count) as count, sum(a."over") as "over", count(*)::int4 as rows from alert_minutes a
          where a.project_id = n.project_id and a.series = n.series and a.minute >= n.from_minute
            and a.minute < n.end_minute and a.minute >= ${first}::timestamptz and a.minute < ${end}::timestamptz
            and ${within('a.project_id')}) w
        where w.count is not null`;
    },
  );
  for (const { index, count, over, ...row } of rows)
    windows.set(index, { ...EMPTY_WINDOW, count: Number(count), over: Number(over), rows: row.rows });
}

interface MetricRow {
  readonly index: number;
  readonly count: string;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly sketches: readonly string[] | null;
}

/** The fields of conditions that read metrics. */
const metricOf = ({ target }: SeriesMinute) =>
  target.condition as { readonly name: string; readonly environment?: string };
const needsSketch = ({ target: { condition } }: SeriesMinute): boolean =>
  seriesKind(condition).needsSketch?.(condition) === true;

async function readMetrics(
  db: Placed,
  minutes: readonly Numbered[],
  windows: Map<number, WindowCounts>,
): Promise<void> {
  const rows = await runByShard(
    db,
    minutes,
    ({ target }) => target.projectId,
    ({ items, within }) => {
      const { first, end } = rangeOf(items);
      return sql<MetricRow>`
        select n.index, w.* from ${unnest('n', {
          ...windowColumns(items),
          name: ['text', items.map((minute) => metricOf(minute).name)],
          environment: ['text', items.map((minute) => metricOf(minute).environment ?? null)],
          needs_sketch: ['bool', items.map(needsSketch)],
        })}
        cross join lateral (
          select sum(p.count) as count, sum(p.sum) as sum, min(p.min) as min, max(p.max) as max,
            array_agg(p.sketch) filter (where n.needs_sketch) as sketches
          from metric_points p
          where p.project_id = n.project_id and p.name = n.name and p.minute >= n.from_minute and p.minute < n.end_minute
            and p.day >= ${first.slice(0, 10)}::date and p.day <= ${end.slice(0, 10)}::date
            and (n.environment is null or p.environment = n.environment) and ${within('p.project_id')}) w
        where w.count is not null`;
    },
  );
  for (const { index, count, sum, min, max, sketches } of rows)
    windows.set(index, {
      count: Number(count),
      over: 0,
      sum: saturate(sum),
      min,
      max,
      rows: 0,
      ...(sketches === null ? {} : { sketch: merged(sketches) }),
    });
}

function merged(sketches: readonly string[]): Sketch {
  const sketch: Sketch = new Map();
  for (const text of sketches) addEncoded(sketch, text);
  return sketch;
}
