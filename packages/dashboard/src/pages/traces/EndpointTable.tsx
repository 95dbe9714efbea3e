import type { UseQueryResult } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/callApi';
import type { List } from '../../api/useList';
import { DataTable } from '../../components/DataTable';
import { EmptyState } from '../../components/EmptyState';
import { Link } from '../../components/Link';
import type { Column } from '../../components/tableTypes';
import { formatCount, formatDuration, formatRate, formatShare } from '../../lib/format';
import { useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import styles from './TracesPage.module.css';

type Answer = ResponseOf<'GET /api/0/projects/{org}/{project}/endpoints'>;
type Row = Answer['data'][number];

const duration = (id: 'avg' | 'p50' | 'p95' | 'p99', head: string, hideBelow?: 800 | 1100): Column<Row> => ({
  id,
  head,
  width: '88px',
  align: 'end',
  sort: id,
  hideBelow,
  cell: (row) => formatDuration(row[id]),
});

/** Root spans by name, with their rate, errors and durations. A press on a name shows its charts and traces. */
export function EndpointTable({ query, sort }: { readonly query: UseQueryResult<Answer>; readonly sort: string }) {
  const setSearch = useSetSearch();
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      head: 'Root name',
      sort: 'name',
      cell: ({ name }) => (
        <button
          type="button"
          className={styles.name}
          onClick={() => setSearch({ name, tab: 'traces', sort: undefined })}
        >
          {name}
        </button>
      ),
    },
    { id: 'count', head: 'Count', width: '88px', align: 'end', sort: 'count', cell: ({ count }) => formatCount(count) },
    {
      id: 'rate',
      head: 'Rate',
      width: '92px',
      align: 'end',
      hideBelow: 1100,
      cell: ({ perMinute }) => formatRate(perMinute),
    },
    {
      id: 'errors',
      head: 'Errors',
      width: '80px',
      align: 'end',
      sort: 'errorRate',
      cell: ({ errorRate }) => (errorRate === 0 ? <span className={text.quiet}>0%</span> : formatShare(errorRate)),
    },
    duration('p50', 'p50', 800),
    duration('p95', 'p95'),
    duration('p99', 'p99', 1100),
  ];
  return (
    <DataTable
      label="Root spans by name"
      list={listOf(query)}
      columns={columns}
      rowKey={({ name }) => name}
      sort={sort}
      onSort={(picked) => setSearch({ sort: picked === 'count' ? undefined : picked })}
      errorTitle="The root spans could not be loaded"
      empty={
        <EmptyState title="No root spans in this range" actions={<Link to="setup">Set up tracing</Link>}>
          Rate, errors and durations appear some seconds after the SDK sends its first span.
        </EmptyState>
      }
    />
  );
}

const listOf = ({ data, isPending, error, refetch }: UseQueryResult<Answer>): List<Row> => ({
  rows: data?.data ?? [],
  isLoading: isPending,
  isStale: false,
  isLoadingMore: false,
  hasMore: false,
  loadMore: () => undefined,
  scannedTo: undefined,
  error,
  retry: () => void refetch(),
});
