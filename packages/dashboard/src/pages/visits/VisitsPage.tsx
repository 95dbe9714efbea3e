import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import type { ResponseOf } from '../../api/callApi';
import { Chart } from '../../components/Chart';
import type { ChartData } from '../../components/chartTypes';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { Skeleton } from '../../components/Skeleton';
import { StatLine } from '../../components/StatLine';
import { stepsOf } from '../../components/stepsOf';
import { formatCount, plural } from '../../lib/format';
import { formatMinutes } from '../../lib/formatTime';
import { writeTimeRange } from '../../lib/timeRange';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import { VisitTable, type Dimension } from './VisitTable';
import styles from './VisitsPage.module.css';

type Visits = ResponseOf<'GET /api/0/projects/{org}/{project}/visits'>;
type Measure = keyof Visits['totals'];

const MEASURES: readonly (readonly [Measure, string])[] = [
  ['visitors', 'Visitors'],
  ['visits', 'Visits'],
  ['pageviews', 'Page views'],
  ['customs', 'Custom hits'],
];

const TABLES: readonly (readonly [Dimension, string])[] = [
  ['page', 'Pages'],
  ['entry', 'Entry pages'],
  ['referrer', 'Referrers'],
  ['browser', 'Browsers'],
  ['os', 'Systems'],
  ['device', 'Devices'],
  ['custom', 'Custom hits'],
];

/** The totals; each chooses what the chart shows. */
function Totals({ data, chosen }: { readonly data: Visits | undefined; readonly chosen: Measure }) {
  const setSearch = useSetSearch();
  return (
    <div className={styles.totals} role="group" aria-label="What the chart shows">
      {MEASURES.map(([measure, label]) => (
        <button
          key={measure}
          type="button"
          className={styles.total}
          aria-pressed={measure === chosen}
          onClick={() => setSearch({ show: measure === 'visitors' ? undefined : measure })}
        >
          <span className={styles.label}>{label}</span>
          <span className={styles.number}>
            {data === undefined ? <Skeleton width="4ch" /> : formatCount(data.totals[measure])}
          </span>
        </button>
      ))}
    </div>
  );
}

/** How far the counts are, and what they mean. */
const Footnote = ({ data }: { readonly data: Visits | undefined }) => (
  <p className={styles.note}>
    {data === undefined ? ' ' : null}
    {data?.interval === 'day' ? 'Whole UTC days. ' : data === undefined ? null : 'Whole hours. '}
    {data === undefined
      ? null
      : 'A visitor counts once a UTC day, in the hour of the first hit; addresses are not stored for it. '}
    {data?.derivedAt ? `Last counted at ${formatMinutes(new Date(data.derivedAt))}.` : null}
  </p>
);

const isMeasure = (name: string | undefined): name is Measure => MEASURES.some(([measure]) => measure === name);

/** Returns the chosen measure over time; the others are in the table. */
function chartOf({ data, interval }: Visits, measure: Measure): ChartData {
  const seriesOf = ([id, label]: (typeof MEASURES)[number]) => ({
    ...{ id, label, color: 'series-1' as const },
    values: data.map((point) => point[id]),
  });
  return {
    ...{ times: data.map(({ time }) => Date.parse(time)), kind: 'bars', ...stepsOf(interval) },
    series: MEASURES.filter(([name]) => name === measure).map(seriesOf),
    others: MEASURES.filter(([name]) => name !== measure).map(seriesOf),
  };
}

function VisitChart({ data, measure }: { readonly data: Visits | undefined; readonly measure: Measure }) {
  const set = useSetSearch();
  return (
    <section aria-label="Visits of people">
      <Totals data={data} chosen={measure} />
      <Chart
        title={MEASURES.find(([name]) => name === measure)?.[1] ?? ''}
        note={<BotsNote data={data} />}
        data={data === undefined ? undefined : chartOf(data, measure)}
        onPickRange={(from, to) => set(writeTimeRange({ from: new Date(from), to: new Date(to) }))}
      />
      <Footnote data={data} />
    </section>
  );
}

/** `/{org}/{project}/visits`: visits of people; those of bots apart. */
export function VisitsPage() {
  const params = useProject();
  const { environment, release, filter } = useView();
  const { show } = useSearch();
  const { from, to } = filter;
  const { data, error, isPending, refetch } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/visits', { params, query: { from, to, environment } }),
  );
  const measure = isMeasure(show) ? show : 'visitors';
  if (error !== null) {
    return (
      <>
        <PageHead title="Visits" />
        <ErrorState title="The visits could not be loaded" error={error} retry={() => void refetch()} />
      </>
    );
  }
  const isEmpty =
    data !== undefined && data.totals.pageviews + data.totals.customs + data.bots.pageviews + data.bots.customs === 0;
  const facts =
    data === undefined
      ? []
      : [
          plural(data.totals.visitors, 'visitor'),
          plural(data.totals.visits, 'visit'),
          plural(data.totals.pageviews, 'page view'),
          plural(data.totals.customs, 'custom hit'),
        ];
  return (
    <>
      <PageHead title="Visits" sum={<StatLine facts={facts} isLoading={isPending} />} />
      {release === undefined ? null : (
        <p className={text.quiet}>The release does not narrow this page: visits of all releases are shown.</p>
      )}
      {isEmpty ? (
        <EmptyState title="No hits in this range">
          Add the hit integration of the SDK, or choose a longer range.{' '}
          <Link to="setup" className={text.link}>
            Setup
          </Link>
        </EmptyState>
      ) : (
        <>
          <VisitChart data={data} measure={measure} />
          <div className={styles.tables}>
            {TABLES.map(([dimension, title]) => (
              <VisitTable key={dimension} dimension={dimension} title={title} isBots={false} />
            ))}
            <VisitTable dimension="browser" title="Bots" isBots />
          </div>
        </>
      )}
    </>
  );
}

const BotsNote = ({ data }: { readonly data: Visits | undefined }) =>
  data === undefined ? null : (
    <>
      Bots apart: {plural(data.bots.pageviews + data.bots.customs, 'hit')} in {plural(data.bots.visits, 'visit')}
    </>
  );
