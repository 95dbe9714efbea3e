import { useList, type RowOf } from '../../api/useList';
import { DataTable } from '../../components/DataTable';
import { EmptyState } from '../../components/EmptyState';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import type { Column } from '../../components/tableTypes';
import { Time } from '../../components/Time';
import { formatCount, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useView } from '../../lib/useView';
import { formatValue } from './formatValue';

const LIST = 'GET /api/0/projects/{org}/{project}/metrics';
type Row = RowOf<typeof LIST>;

const value = (id: string, head: string, read: (row: Row) => number, hideBelow?: 800 | 1100): Column<Row> => ({
  ...{ id, head, width: '104px', align: 'end', hideBelow },
  cell: (row) => formatValue(read(row)),
});

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', head: 'Metric', isTitle: true, cell: ({ name }) => name },
  value('last', 'Last', ({ last }) => last.avg),
  { id: 'at', head: 'At', width: '110px', align: 'end', hideBelow: 800, cell: ({ last }) => <Time at={last.time} /> },
  value('avg', 'Average', ({ avg }) => avg),
  value('min', 'Min', ({ min }) => min, 1100),
  value('max', 'Max', ({ max }) => max, 1100),
  { id: 'count', head: 'Values', width: '96px', align: 'end', cell: ({ count }) => formatCount(count) },
];

/** `/{org}/{project}/metrics`. */
export function MetricsPage() {
  const params = useProject();
  const { filter } = useView();
  const list = useList(LIST, { params, query: filter });
  return (
    <>
      <PageHead
        title="Metrics"
        sum={
          <StatLine
            isLoading={list.isLoading}
            facts={[`${plural(list.rows.length, 'metric')}${list.hasMore ? ' or more' : ''} with values in this range`]}
          />
        }
      />
      <DataTable
        label="Metrics"
        list={list}
        columns={COLUMNS}
        rowKey={({ name }) => name}
        rowLink={({ name }) => `metrics/${encodeURIComponent(name)}`}
        errorTitle="The metrics could not be loaded"
        empty={
          <EmptyState title="No metrics in this range" actions={<Link to="setup">Set up metrics</Link>}>
            Metrics are numbers on spans: web vitals come by themselves, others with the field metrics of a span.
          </EmptyState>
        }
      />
    </>
  );
}
