import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { operationQuery } from '../../api/operationQuery';
import type { ResponseOf } from '../../api/callApi';
import { Chart } from '../../components/Chart';
import type { ChartData } from '../../components/chartTypes';
import { formatDuration, formatShortDuration } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useSetSearch } from '../../lib/useSearch';
import { writeTimeRange } from '../../lib/timeRange';
import { useView } from '../../lib/useView';
import styles from './TracesPage.module.css';

type Series = ResponseOf<'GET /api/0/projects/{org}/{project}/endpoints/series'>;

/** Rate with errors, and percentiles of the duration, of one root name or all. */
export function EndpointCharts({ name }: { readonly name: string | undefined }) {
  const params = useProject();
  const { filter, environment } = useView();
  const setSearch = useSetSearch();
  const { data, error, refetch } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/endpoints/series', {
      params,
      query: { name, from: filter.from, to: filter.to, environment },
    }),
  );
  const charts = useMemo(() => (data === undefined ? undefined : chartsOf(data)), [data]);
  const pick = (from: number, to: number): void =>
    setSearch({ ...writeTimeRange({ from: new Date(from), to: new Date(to) }) });
  const shared = { error, retry: () => void refetch(), height: 130, onPickRange: pick };
  return (
    <div className={styles.charts}>
      <Chart title="Root spans" note={name ?? 'all names, by hour'} data={charts?.rate} {...shared} />
      <Chart title="Duration" note="p50, p95, p99; within 1 %" data={charts?.duration} {...shared} />
    </div>
  );
}

function chartsOf({ points, from, to, interval }: Series): { readonly rate: ChartData; readonly duration: ChartData } {
  const step = interval * 1_000;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const times = Array.from(
    { length: Math.max(1, Math.round((end - start) / step)) },
    (_, index) => start + index * step,
  );
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
      series: [
        { id: 'p50', label: 'p50', color: 'series-1', values: values(({ p50 }) => p50, null) },
        { id: 'p95', label: 'p95', color: 'series-2', values: values(({ p95 }) => p95, null) },
        { id: 'p99', label: 'p99', color: 'series-3', values: values(({ p99 }) => p99, null) },
      ],
    },
  };
}
