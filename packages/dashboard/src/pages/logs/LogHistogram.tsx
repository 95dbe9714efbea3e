import { useMemo } from 'react';
import { Button } from '../../components/Button';
import { Chart } from '../../components/Chart';
import type { ChartData, SeriesColor } from '../../components/chartTypes';
import { writeTimeRange } from '../../lib/timeRange';
import { useSetSearch } from '../../lib/useSearch';
import type { Histogram } from './useHistogram';

const COLORS: Readonly<Record<string, SeriesColor>> = {
  fatal: 'invalid',
  error: 'bad',
  warning: 'rate-limited',
  info: 'processed',
  debug: 'filtered',
  trace: 'ink-3',
};

/** Logs by level over the range. A press or a drag narrows the range. */
export function LogHistogram({ histogram }: { readonly histogram: Histogram }) {
  const { counts, error, retry, countMore } = histogram;
  const setSearch = useSetSearch();
  const data = useMemo((): ChartData | undefined => {
    if (counts === undefined) return undefined;
    const { times, step, levels } = counts;
    const series = levels.map(({ level, values }) => ({
      id: level,
      label: level,
      color: COLORS[level] ?? 'series-4',
      values,
    }));
    return { times, step, kind: 'bars', series };
  }, [counts]);
  const pick = (from: number, to: number): void =>
    setSearch({ ...writeTimeRange({ from: new Date(from), to: new Date(to) }) });
  return (
    <Chart
      title="Logs by level"
      note={
        countMore === undefined ? undefined : (
          <Button size="small" tone="quiet" onClick={countMore}>
            Count older logs
          </Button>
        )
      }
      data={data}
      error={error}
      retry={retry}
      height={90}
      onPickRange={pick}
      onPickStep={(time) => pick(time, time + (counts?.step ?? 60_000))}
    />
  );
}
