import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { operationQuery } from '../../api/operationQuery';
import { Chart } from '../../components/Chart';
import { EmptyState } from '../../components/EmptyState';
import { ToggleGroup } from '../../components/ToggleGroup';
import { PageHead } from '../../components/PageHead';
import { Select } from '../../components/Select';
import { StatLine } from '../../components/StatLine';
import { Time } from '../../components/Time';
import { formatShare, plural } from '../../lib/format';
import { stepOf, writeTimeRange } from '../../lib/timeRange';
import { readerTimeZone } from '../../lib/readerTimeZone';
import { useProject, useRouteParam } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import { metricFormat } from '../metrics/metricFormat';
import { MeasuredTraces } from './MeasuredTraces';
import styles from './MetricPage.module.css';
import { GROUPS, groupOf, MEASURES, metricChart, readLines, writeLines, type Group, type Measure } from './metricChart';

/** `/{org}/{project}/metrics/{name}`. */
export function MetricPage() {
  const name = useRouteParam('name');
  const params = { ...useProject(), name };
  const { filter } = useView();
  const search = useSearch();
  const setSearch = useSetSearch();
  const groupBy = groupOf(search.by);
  const measure = MEASURES.find(([value]) => value === search.show)?.[0] ?? 'p95';
  const total = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/metrics/{name}', { params, query: filter }),
  );
  const format = metricFormat(name);
  const points = total.data?.series[0]?.points ?? [];
  const count = points.reduce((sum, point) => sum + point.count, 0);
  return (
    <>
      <PageHead
        parent={['metrics', 'Metrics']}
        title={name}
        sum={
          <StatLine
            of={total}
            isLoading={total.data === undefined && total.error === null}
            facts={
              total.data === undefined
                ? []
                : count === 0
                  ? ['No values in this range']
                  : [
                      plural(count, 'value'),
                      `average ${format(points.reduce((sum, point) => sum + point.sum, 0) / count)}`,
                      `min ${format(Math.min(...points.map(({ min }) => min)))}`,
                      `max ${format(Math.max(...points.map(({ max }) => max)))}`,
                    ]
            }
          />
        }
      />
      <div className={styles.tools}>
        <Select label="Group by" options={GROUPS} value={groupBy ?? ''} onPick={(by) => setSearch({ by })} />
        {groupBy === undefined ? (
          <Lines lines={readLines(search['lines'])} />
        ) : (
          <Select label="Show" options={MEASURES} value={measure} onPick={(show) => setSearch({ show })} />
        )}
      </div>
      {count === 0 && total.data !== undefined ? (
        <EmptyState title="No values in this range">
          Choose a longer range, or another environment or release.
        </EmptyState>
      ) : (
        <>
          <MetricCharts name={name} groupBy={groupBy} measure={measure} lines={search['lines']} />
          <MeasuredTraces name={name} />
        </>
      )}
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly Measure[] }) {
  const setSearch = useSetSearch();
  return (
    <ToggleGroup
      label="Lines of the chart"
      choices={MEASURES}
      chosen={lines}
      onChange={(next) => setSearch({ lines: writeLines(next) }, { replace: true })}
    />
  );
}

const labelOf = (value: string): string => [...GROUPS, ...MEASURES].find(([own]) => own === value)?.[1] ?? value;

interface ChartsProps {
  readonly name: string;
  readonly groupBy: Group | undefined;
  readonly measure: Measure;
  /** As in the URL. */
  readonly lines: string | undefined;
}

/** Values and counts over time, of all values or by group. */
function MetricCharts({ name, groupBy, measure, lines }: ChartsProps) {
  const params = { ...useProject(), name };
  const { filter, range } = useView();
  const setSearch = useSetSearch();
  const interval = stepOf(range) / 1_000;
  const series = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/metrics/{name}', {
      params,
      query: { ...filter, interval, groupBy, zone: readerTimeZone() },
    }),
  );
  const charts = useMemo(
    () =>
      series.data === undefined
        ? undefined
        : metricChart(series.data, { groupBy, measure, lines: readLines(lines), format: metricFormat(name) }),
    [series.data, groupBy, measure, lines, name],
  );
  const step = (series.data?.interval ?? 0) * 1_000;
  const pickStep = (time: number): void =>
    setSearch({ at: new Date(time).toISOString(), until: new Date(time + step).toISOString() });
  const pickRange = (from: number, to: number): void =>
    setSearch({ ...writeTimeRange({ from: new Date(from), to: new Date(to) }), at: undefined, until: undefined });
  return (
    <div className={styles.charts}>
      <Chart
        title={groupBy === undefined ? 'Values over time' : `${labelOf(measure)} by ${labelOf(groupBy)}`}
        note={
          series.data === undefined
            ? undefined
            : groupBy === 'rootName' && series.data.scannedTo !== null
              ? ['From the newest 20,000 spans, back to ', <Time key="t" at={series.data.scannedTo} form="full" />]
              : `Percentiles within ${formatShare(series.data.errorBound)}${series.data.truncated ? '; not all groups or points fit' : ''}`
        }
        data={charts?.values}
        error={series.error}
        retry={() => void series.refetch()}
        height={220}
        onPickRange={pickRange}
        onPickStep={pickStep}
      />
      <Chart
        title="Number of values"
        note="Press a bar for the traces behind it"
        data={charts?.counts}
        error={series.error}
        retry={() => void series.refetch()}
        height={90}
        onPickRange={pickRange}
        onPickStep={pickStep}
      />
    </div>
  );
}
