import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Chart } from '../../components/Chart';
import type { ChartData } from '../../components/chartTypes';
import { countChart, type CountSeries } from '../../components/countChart';
import { Uncounted, whileUncounted } from '../../components/Uncounted';
import { readerTimeZone } from '../../lib/readerTimeZone';
import { useProject } from '../../lib/useProject';
import { useSetSearch } from '../../lib/useSearch';
import { writeTimeRange } from '../../lib/timeRange';
import { useView } from '../../lib/useView';
import type { Release } from './release';
import styles from './ReleasePage.module.css';

const SERIES = 'GET /api/0/projects/{org}/{project}/releases/{version}/series';
type Answer = ResponseOf<typeof SERIES>;
type Point = Answer['data'][number];

const EXCEPTIONS: CountSeries<Point> = {
  id: 'exceptions',
  label: 'Exceptions',
  color: 'bad',
  read: ({ exceptions }) => exceptions,
};
const USERS: CountSeries<Point> = {
  id: 'users',
  label: 'Users affected',
  color: 'ink-3',
  read: ({ users }) => users,
};
const VISITS: CountSeries<Point> = { id: 'visits', label: 'Visits', color: 'series-1', read: ({ visits }) => visits };

/** Reads the exceptions and visits of a release over the chosen range. */
export function useReleaseSeries(version: string): UseQueryResult<Answer> {
  const place = useProject();
  const { filter } = useView();
  return useQuery(
    operationQuery(SERIES, {
      params: { ...place, version },
      query: { from: filter.from, to: filter.to, zone: readerTimeZone() },
    }),
  );
}

/** Exceptions and visits of a release over time, with its deployment. */
export function ReleaseCharts({ release }: { readonly release: Release }) {
  const params = useProject();
  const { filter } = useView();
  const { from, to } = filter;
  const set = useSetSearch();
  const { data, error, refetch } = useReleaseSeries(release.version);
  const days = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/release-adoption', { params, query: { from, to } }),
    refetchInterval: whileUncounted,
  });
  const uncounted = days.data?.uncounted;
  const charts = useMemo(() => {
    if (data === undefined) return undefined;
    const known = { ...data, uncounted };
    const marked = (chart: ChartData): ChartData => ({ ...chart, ...markerOf(release, data) });
    return {
      exceptions: marked(countChart(known, [EXCEPTIONS], [USERS])),
      visits: marked(countChart(known, [VISITS])),
    };
  }, [data, uncounted, release]);
  const common = {
    note: data?.interval === 'day' ? 'by day, all environments' : 'by hour, all environments',
    error,
    retry: () => void refetch(),
    height: 110,
    onPickRange: (start: number, end: number) => set(writeTimeRange({ from: new Date(start), to: new Date(end) })),
  };
  return (
    <div className={styles.main}>
      <Uncounted days={uncounted} />
      <Chart title="Exceptions" data={charts?.exceptions} {...common} />
      <Chart title="Visits" data={charts?.visits} {...common} />
    </div>
  );
}

/** The deployment, if it is in the range. */
function markerOf({ deployedAt }: Release, { from, to }: Answer): Partial<ChartData> {
  if (deployedAt === null || deployedAt < from || deployedAt >= to) return {};
  return { markerName: 'Event', markers: [{ time: Date.parse(deployedAt), label: 'deployed' }] };
}
