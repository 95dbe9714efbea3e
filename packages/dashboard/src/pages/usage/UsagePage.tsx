import { Chart } from '../../components/Chart';
import { EmptyState } from '../../components/EmptyState';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import { formatCount } from '../../lib/format';
import { useSetSearch } from '../../lib/useSearch';
import { CapTable } from './CapTable';
import { LiftRequest } from './LiftRequest';
import { OriginTable } from './OriginTable';
import { QuotaSection } from './QuotaSection';
import { ReasonTable } from './ReasonTable';
import { DroppedBySdks, NotTaken } from './SdkTables';
import { outcomeChart, sumCells, type StatsCells } from './sumStats';
import { TypeTable } from './TypeTable';
import styles from './Usage.module.css';
import { useRangeStats } from './useRangeStats';

const NO_CELLS: StatsCells = [];

/** `/{org}/{project}/usage`: what was received, what became of it, and why. */
export function UsagePage() {
  const { stats, range, interval, stepMs } = useRangeStats();
  const setSearch = useSetSearch();
  const cells = stats.data?.data ?? NO_CELLS;
  const sums = sumCells(cells);
  const over = sums.quotaExceeded === 0 ? '' : ` (${formatCount(sums.quotaExceeded)} over quota)`;
  return (
    <>
      <PageHead
        title="Stats & Usage"
        sum={
          <StatLine
            isLoading={stats.data === undefined && stats.error === null}
            facts={
              stats.data === undefined
                ? []
                : [
                    `${formatCount(sums.received)} received = ${formatCount(sums.processed)} processed + ${formatCount(sums.filtered)} filtered + ` +
                      `${formatCount(sums.limited)} rate limited${over} + ${formatCount(sums.invalid)} invalid`,
                    'whole hours',
                  ]
            }
          />
        }
      />
      <div className={styles.parts}>
        <Chart
          title="Received by outcome"
          note={interval === 'hour' ? 'by hour' : 'by day'}
          data={stats.data === undefined ? undefined : outcomeChart(cells, range, stepMs)}
          error={stats.error}
          retry={() => void stats.refetch()}
          onPickRange={(from, to) =>
            setSearch({ range: undefined, from: new Date(from).toISOString(), to: new Date(to).toISOString() })
          }
        />
        {stats.data === undefined && stats.error !== null ? null : stats.data !== undefined && sums.received === 0 ? (
          <EmptyState title="Nothing was received in this range" actions={<Link to="setup">Send the first event</Link>}>
            Requests that were refused because of their origin or key are not events. The origins are below.
          </EmptyState>
        ) : (
          <>
            <TypeTable cells={cells} isLoading={stats.isPending} />
            <ReasonTable cells={cells} entries={stats.data?.entries ?? []} isLoading={stats.isPending} />
          </>
        )}
        <OriginTable />
        <DroppedBySdks dropped={stats.data?.droppedBySdks ?? []} />
        <NotTaken items={stats.data?.notTaken ?? []} />
        <CapTable />
        <LiftRequest />
        <QuotaSection />
      </div>
    </>
  );
}
