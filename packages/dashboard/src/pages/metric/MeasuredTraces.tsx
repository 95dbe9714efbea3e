import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import type { ResponseOf } from '../../api/callApi';
import { Button } from '../../components/Button';
import { DataTable } from '../../components/DataTable';
import { EmptyState } from '../../components/EmptyState';
import { Select } from '../../components/Select';
import type { Column } from '../../components/tableTypes';
import { Time } from '../../components/Time';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import { formatValue } from '../metrics/formatValue';
import styles from './MetricPage.module.css';

type Row = ResponseOf<'GET /api/0/projects/{org}/{project}/metrics/{name}/traces'>['data'][number];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'root', head: 'Trace', isTitle: true, cell: ({ rootName, name }) => rootName ?? name },
  { id: 'value', head: 'Value', width: '104px', align: 'end', cell: ({ value }) => formatValue(value) },
  { id: 'span', head: 'Span', width: '24%', hideBelow: 1100, cell: ({ name }) => name },
  { id: 'env', head: 'Environment', width: '130px', hideBelow: 800, cell: ({ environment }) => environment ?? '' },
  { id: 'at', head: 'Time', width: '110px', align: 'end', cell: ({ timestamp }) => <Time at={timestamp} /> },
];

const SORTS = [
  ['largest', 'Largest first'],
  ['smallest', 'Smallest first'],
  ['newest', 'Newest first'],
] as const;

/** The traces behind the pressed point, or behind the range. */
export function MeasuredTraces({ name }: { readonly name: string }) {
  const params = { ...useProject(), name };
  const { filter } = useView();
  const { at, until, sort = 'largest' } = useSearch();
  const isPoint = at !== undefined && until !== undefined;
  const range = isPoint ? { from: at, to: until } : {};
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/metrics/{name}/traces', {
      params,
      query: { ...filter, ...range, sort: sort as 'largest', limit: 100 },
    }),
  );
  return (
    <section aria-label="Traces behind the values">
      <Head scannedTo={data?.scannedTo ?? undefined} />
      <DataTable
        label="Traces behind the values"
        list={{
          rows: data?.data ?? [],
          isLoading: isPending,
          isStale: isPlaceholderData,
          isLoadingMore: false,
          hasMore: false,
          loadMore: () => undefined,
          scannedTo: undefined,
          error,
          retry: () => void refetch(),
        }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLink={({ traceId }) => `traces/${encodeURIComponent(traceId)}`}
        errorTitle="The traces could not be loaded"
        empty={
          <EmptyState title="No traces here">Press another point of the chart, or choose a longer range.</EmptyState>
        }
      />
    </section>
  );
}

function Head({ scannedTo }: { readonly scannedTo: string | undefined }) {
  const { at, until, sort = 'largest' } = useSearch();
  const setSearch = useSetSearch();
  const isPoint = at !== undefined && until !== undefined;
  return (
    <header className={styles.head}>
      <div>
        <h2 className={styles.title}>Traces</h2>
        <p className={styles.note}>
          {isPoint ? (
            <>
              From <Time at={at} form="full" /> to <Time at={until} form="clock" />
            </>
          ) : (
            'Of the whole range'
          )}
          {scannedTo === undefined ? (
            ''
          ) : (
            <>
              ; only spans since <Time at={scannedTo} form="full" /> were examined
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        {isPoint ? <Button onClick={() => setSearch({ at: undefined, until: undefined })}>Whole range</Button> : null}
        <Select label="Order" hideLabel options={SORTS} value={sort} onPick={(picked) => setSearch({ sort: picked })} />
      </div>
    </header>
  );
}
