import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { operationQuery } from '../../api/operationQuery';
import type { ResponseOf } from '../../api/callApi';
import { Chart } from '../../components/Chart';
import type { ChartData, SeriesColor } from '../../components/chartTypes';
import { ToggleGroup } from '../../components/ToggleGroup';
import { barTimes } from '../../lib/barTimes';
import { readNames, writeNames } from '../../lib/chosenNames';
import { formatDuration, formatShortDuration } from '../../lib/format';
import { readerTimeZone } from '../../lib/readerTimeZone';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { stepOf, writeTimeRange } from '../../lib/timeRange';
import { useView } from '../../lib/useView';
import styles from './TracesPage.module.css';
import { HOUR_MS } from '../../lib/durations';

type Series = ResponseOf<'GET /api/0/projects/{org}/{project}/endpoints/series'>;

const PERCENTILES = [
  ['p50', 'p50'],
  ['p95', 'p95'],
  ['p99', 'p99'],
] as const;
type Percentile = (typeof PERCENTILES)[number][0];
const NAMES: readonly Percentile[] = PERCENTILES.map(([name]) => name);
/** What is usual, and what is slow; p99 crosses p95 where there are few spans. */
const USUAL: readonly Percentile[] = ['p50', 'p95'];
const COLORS: Readonly<Record<Percentile, SeriesColor>> = { p50: 'series-1', p95: 'series-2', p99: 'series-3' };

/** Rate with errors, and percentiles of the duration, of one root name or all. */
export function EndpointCharts({ name }: { readonly name: string | undefined }) {
  const params = useProject();
  const { filter, environment, release, range } = useView();
  const lines = useSearch()['lines'];
  const setSearch = useSetSearch();
  const { data, error, refetch } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/endpoints/series', {
      params,
      query: {
        name,
        from: filter.from,
        to: filter.to,
        environment,
        zone: readerTimeZone(),
        interval: Math.max(stepOf(range), HOUR_MS) / 1_000,
      },
    }),
  );
  const shown = readNames(lines, NAMES, USUAL);
  const charts = useMemo(
    () => (data === undefined ? undefined : chartsOf(data, readNames(lines, NAMES, USUAL))),
    [data, lines],
  );
  const pick = (from: number, to: number): void =>
    setSearch({ ...writeTimeRange({ from: new Date(from), to: new Date(to) }) });
  const shared = { error, retry: () => void refetch(), height: 130, onPickRange: pick };
  return (
    <div className={styles.charts}>
      <Chart
        title="Root spans"
        note={`${name ?? 'all names'}${release === undefined ? '' : ', of every release'}`}
        data={charts?.rate}
        {...shared}
      />
      <Chart
        title="Duration"
        note={
          <ToggleGroup
            label="Percentiles, within 1 %"
            choices={PERCENTILES}
            chosen={shown}
            onChange={(next) => setSearch({ lines: writeNames(next, NAMES, USUAL) }, { replace: true })}
          />
        }
        data={charts?.duration}
        {...shared}
      />
    </div>
  );
}

function chartsOf(
  { points, from, to, interval }: Series,
  shown: readonly Percentile[],
): { readonly rate: ChartData; readonly duration: ChartData } {
  const step = interval * 1_000;
  const times = barTimes(Date.parse(from), Date.parse(to), step);
  const at = new Map(points.map((point) => [Date.parse(point.time), point]));
  const values = (read: (point: Series['points'][number]) => number, none: number | null) =>
    times.map((time) => {
      const point = at.get(time);
      return point === undefined ? none : read(point);
    });
  const format = (value: number, isShort: boolean): string =>
    isShort ? formatShortDuration(value) : formatDuration(value);
  return {
    rate: {
      times,
      step,
      kind: 'bars',
      series: [
        { id: 'errors', label: 'Errors', color: 'bad', values: values(({ errors }) => errors, 0) },
        {
          id: 'ok',
          label: 'Without error',
          color: 'processed',
          values: values(({ count, errors }) => count - errors, 0),
        },
      ],
    },
    duration: {
      times,
      step,
      kind: 'lines',
      format,
      series: shown.map((id) => ({
        id,
        label: id,
        color: COLORS[id],
        values: values((point) => point[id], null),
      })),
    },
  };
}
