import { useMemo } from 'react';
import { Chart } from '../../components/Chart';
import { countChart } from '../../components/countChart';
import { Skeleton } from '../../components/Skeleton';
import { formatCount, plural } from '../../lib/format';
import { formatMinutes } from '../../lib/formatTime';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { writeTimeRange } from '../../lib/timeRange';
import type { Visits } from './visitParts';
import styles from './VisitsPage.module.css';

type Measure = keyof Visits['totals'];

const MEASURES: readonly (readonly [Measure, string])[] = [
  ['visitors', 'Visitors'],
  ['visits', 'Visits'],
  ['pageviews', 'Page views'],
  ['customs', 'Custom hits'],
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
    {data === undefined ? null : 'Whole hours. '}
    {data === undefined
      ? null
      : 'A visitor counts once a UTC day, in the hour of the first hit; addresses are not stored for it. '}
    {data?.derivedAt ? `Last counted at ${formatMinutes(new Date(data.derivedAt))}.` : null}
  </p>
);

const isMeasure = (name: string | undefined): name is Measure => MEASURES.some(([measure]) => measure === name);

/** Visits of people over time: the totals choose what is shown. */
export function VisitChart({ data }: { readonly data: Visits | undefined }) {
  const { show } = useSearch();
  const measure = isMeasure(show) ? show : 'visitors';
  const set = useSetSearch();
  const chart = useMemo(() => {
    if (data === undefined) return undefined;
    const series = MEASURES.map(([id, label]) => ({
      id,
      label,
      color: 'series-1' as const,
      read: (point: Visits['data'][number]) => point[id],
    }));
    return countChart(
      data,
      series.filter(({ id }) => id === measure),
      series.filter(({ id }) => id !== measure),
    );
  }, [data, measure]);
  return (
    <section aria-label="Visits of people">
      <Totals data={data} chosen={measure} />
      <Chart
        title={MEASURES.find(([name]) => name === measure)?.[1] ?? ''}
        note={<BotsNote data={data} />}
        data={chart}
        onPickRange={(from, to) => set(writeTimeRange({ from: new Date(from), to: new Date(to) }))}
      />
      <Footnote data={data} />
    </section>
  );
}

const BotsNote = ({ data }: { readonly data: Visits | undefined }) =>
  data === undefined ? null : (
    <>
      Bots apart: {plural(data.bots.pageviews + data.bots.customs, 'hit')} in {plural(data.bots.visits, 'visit')}
    </>
  );
