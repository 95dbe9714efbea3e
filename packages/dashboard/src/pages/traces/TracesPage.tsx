import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { useList, type RowOf } from '../../api/useList';
import { Badge } from '../../components/Badge';
import { DataTable } from '../../components/DataTable';
import { EmptyState } from '../../components/EmptyState';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import { Tabs } from '../../components/Tabs';
import type { Column } from '../../components/tableTypes';
import { Time } from '../../components/Time';
import { formatCount, formatDuration, formatShare, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import { EndpointCharts } from './EndpointCharts';
import { EndpointTable } from './EndpointTable';
import { TraceFilters } from './TraceFilters';

const LIST = 'GET /api/0/projects/{org}/{project}/traces';
type Row = RowOf<typeof LIST>;

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Trace',
    isTitle: true,
    cell: ({ name, op, status }) => (
      <>
        {status === 'error' ? (
          <>
            <Badge tone="bad">error</Badge>{' '}
          </>
        ) : null}
        {op === null ? null : <span className={text.quiet}>{op} </span>}
        {name}
      </>
    ),
  },
  { id: 'duration', head: 'Duration', width: '96px', align: 'end', cell: ({ duration }) => formatDuration(duration) },
  {
    id: 'spans',
    head: 'Spans',
    width: '80px',
    align: 'end',
    hideBelow: 800,
    cell: ({ spanCount, approximate }) => `${approximate ? '~' : ''}${formatCount(spanCount)}`,
  },
  {
    id: 'errors',
    head: 'Errors',
    width: '76px',
    align: 'end',
    cell: ({ errorCount }) => (errorCount === 0 ? <span className={text.quiet}>0</span> : formatCount(errorCount)),
  },
  { id: 'env', head: 'Environment', width: '130px', hideBelow: 1100, cell: ({ environment }) => environment ?? '' },
  { id: 'at', head: 'Received', width: '110px', align: 'end', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
];

const number = (value: string | undefined): number | undefined => {
  const read = Number(value);
  return value === undefined || value === '' || Number.isNaN(read) ? undefined : read;
};

/** `/{org}/{project}/traces`. */
export function TracesPage() {
  const params = useProject();
  const { filter, environment, release } = useView();
  const search = useSearch();
  const setSearch = useSetSearch();
  const { tab = 'endpoints', name, sort = 'count', query } = search;
  const range = { from: filter.from, to: filter.to, environment };
  const endpoints = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/endpoints', {
      params,
      query: { ...range, query: tab === 'endpoints' ? query : undefined, sort: sort as 'count', limit: 200 },
    }),
  );
  const total = endpoints.data?.total ?? undefined;
  return (
    <>
      <PageHead
        title="Traces"
        sum={
          <StatLine
            of={endpoints}
            isLoading={endpoints.data === undefined && endpoints.error === null}
            facts={
              endpoints.data === undefined
                ? []
                : total === undefined
                  ? ['No root spans in this range']
                  : [
                      `${plural(total.count, 'root span')}${release === undefined ? '' : ' of every release'}`,
                      `${formatShare(total.errorRate)} with errors`,
                      `p95 ${formatDuration(total.p95)}`,
                      ...(endpoints.data.pending ? ['new spans are being counted'] : []),
                    ]
            }
          />
        }
      />
      <EndpointCharts name={name} />
      <Tabs
        label="Traces"
        value={tab}
        tabs={[
          [
            'endpoints',
            'By root name',
            endpoints.data === undefined ? undefined : formatCount(endpoints.data.data.length),
          ],
          ['traces', 'Single traces'],
        ]}
        onPick={(picked) => setSearch({ tab: picked === 'endpoints' ? undefined : picked, sort: undefined })}
      >
        <TraceFilters tab={tab} />
        {tab === 'endpoints' ? <EndpointTable query={endpoints} sort={sort} /> : <TraceList />}
      </Tabs>
    </>
  );
}

/** Single traces, newest first. */
function TraceList() {
  const params = useProject();
  const { filter } = useView();
  const search = useSearch();
  const { name, query } = search;
  const asked = {
    ...filter,
    query: name ?? query,
    status: search.status as 'error' | undefined,
    minDuration: number(search.min),
    maxDuration: number(search.max),
  };
  const list = useList(LIST, { params, query: asked }, { follow: ({ id }) => id });
  return (
    <DataTable
      label="Traces"
      noun="trace"
      list={list}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `traces/${encodeURIComponent(id)}`}
      errorTitle="The traces could not be loaded"
      empty={
        <EmptyState title="No traces in this range" actions={<Link to="setup">Set up tracing</Link>}>
          A trace appears when the SDK sends its first span. Choose a longer range or fewer filters to see older ones.
        </EmptyState>
      }
    />
  );
}
