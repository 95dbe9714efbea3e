import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
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
import text from '../../styles/text.module.css';
import { metricFormat, type MetricFormat } from '../metrics/metricFormat';
import styles from './MetricPage.module.css';

type Row = ResponseOf<'GET /api/0/projects/{org}/{project}/metrics/{name}/traces'>['data'][number];

const columnsOf = (format: MetricFormat): readonly Column<Row>[] => [
  { id: 'root', head: 'Trace', isTitle: true, cell: ({ rootName, name }) => rootName ?? name },
  { id: 'value', head: 'Value', width: '104px', align: 'end', cell: ({ value }) => format(value) },
  {
    id: 'span',
    head: 'Span',
    width: '26%',
    hideBelow: 1100,
    cell: ({ rootName, name }) =>
      name === rootName ? <span className={text.quiet}>the root span</span> : <span title={name}>{name}</span>,
  },
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
  const columns = useMemo(() => columnsOf(metricFormat(name)), [name]);
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
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ traceId }) => `traces/${encodeURIComponent(traceId)}`}
        errorTitle="The traces could not be loaded"
        empty={
          (data?.scannedTo ?? null) === null ? (
            <EmptyState title="No traces here">Press another point of the chart, or choose a longer range.</EmptyState>
          ) : (
            <EmptyState title="None of the newest 20,000 spans has this metric">
              Press a point of the chart: the search then begins there.
            </EmptyState>
          )
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
            `Of the ${scannedTo === undefined ? 'whole range' : 'newest 20,000 spans of the range'}`
          )}
          {scannedTo === undefined ? null : (
            <>
              , back to <Time at={scannedTo} form="full" />
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
