import { useMemo } from 'react';
import { useList, type RowOf } from '../../api/useList';
import { DataTable } from '../../components/DataTable';
import { EmptyState } from '../../components/EmptyState';
import { SearchBox } from '../../components/SearchBox';
import { Link } from '../../components/Link';
import { NothingFound } from '../../components/NothingFound';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import type { Column } from '../../components/tableTypes';
import { Time } from '../../components/Time';
import { formatCount, plural } from '../../lib/format';
import { useDelayed } from '../../lib/useDelayed';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import { metricFormat } from './metricFormat';
import styles from './MetricsPage.module.css';

const LIST = 'GET /api/0/projects/{org}/{project}/metrics';
type Row = RowOf<typeof LIST>;

const value = (id: string, head: string, read: (row: Row) => number, hideBelow?: 800 | 1100): Column<Row> => ({
  id,
  head,
  width: '104px',
  align: 'end',
  hideBelow,
  cell: (row) => metricFormat(row.name)(read(row)),
});

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', head: 'Metric', isTitle: true, sort: 'name', cell: ({ name }) => name },
  value('last', 'Last', ({ last }) => last.avg),
  { id: 'at', head: 'At', width: '110px', align: 'end', hideBelow: 800, cell: ({ last }) => <Time at={last.time} /> },
  value('avg', 'Average', ({ avg }) => avg),
  value('min', 'Min', ({ min }) => min, 1100),
  value('max', 'Max', ({ max }) => max, 1100),
  {
    id: 'count',
    head: 'Values',
    width: '96px',
    align: 'end',
    sort: 'count',
    cell: ({ count }) => formatCount(count),
  },
];

const factsOf = (rows: readonly Row[], hasMore: boolean): readonly string[] => [
  `${plural(rows.length, 'metric')}${hasMore ? ' or more' : ''} with values in this range`,
  `${formatCount(rows.reduce((sum, { count }) => sum + count, 0))} values`,
];

/** `/{org}/{project}/metrics`. */
export function MetricsPage() {
  const params = useProject();
  const { filter } = useView();
  const { query = '', sort = 'name' } = useSearch();
  const setSearch = useSetSearch();
  const asked = { ...filter, query: useDelayed(query), limit: 100 };
  const list = useList(LIST, { params, query: asked }, { follow: ({ name }) => name });
  // The list arrives by name; one that is loaded as a whole can be sorted here.
  const order = list.hasMore ? 'name' : sort;
  const rows = useMemo(
    () => (order === 'count' ? list.rows.toSorted((a, b) => b.count - a.count) : list.rows),
    [list.rows, order],
  );
  return (
    <>
      <PageHead
        title="Metrics"
        sum={
          <StatLine
            isLoading={list.isLoading}
            facts={list.error !== null && rows.length === 0 ? [] : factsOf(rows, list.hasMore)}
          />
        }
      />
      <div className={styles.search}>
        <SearchBox label="Find a metric" />
      </div>
      <DataTable
        label="Metrics"
        noun="metric"
        list={{ ...list, rows }}
        columns={COLUMNS}
        rowKey={({ name }) => name}
        rowLink={({ name }) => `metrics/${encodeURIComponent(name)}`}
        sort={order}
        {...(list.hasMore
          ? {}
          : { onSort: (picked: string) => setSearch({ sort: picked === 'name' ? undefined : picked }) })}
        errorTitle="The metrics could not be loaded"
        empty={
          query !== '' ? (
            <NothingFound title={`No metric has “${query}” in its name`} from={filter.from} clears={['query']} />
          ) : (
            <EmptyState title="No metrics in this range" actions={<Link to="setup">Set up metrics</Link>}>
              Metrics are numbers over time. Web vitals are recorded automatically, others in the field metrics of a
              span. Sentry’s SDKs and OpenTelemetry also send metrics without a span.
            </EmptyState>
          )
        }
      />
    </>
  );
}
