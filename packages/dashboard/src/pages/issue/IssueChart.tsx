import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { Chart } from '../../components/Chart';
import type { ChartMarker } from '../../components/chartTypes';
import { stepsOf } from '../../components/stepsOf';
import { barTimes } from '../../lib/barTimes';
import { plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import { writeTimeRange } from '../../lib/timeRange';
import type { IssueDetail } from '../issues/issue';
import { HOUR_MS } from '../../lib/durations';

const MOST_MARKERS = 8;

/** Where the bars of a series begin: of days, at midnight in the reader's zone. */
function seriesTimes({ from, interval, counts }: IssueDetail['series']): readonly number[] {
  const { step } = stepsOf(interval);
  // An hour belongs to the day in which it begins.
  const start = Math.ceil(Date.parse(from) / HOUR_MS) * HOUR_MS;
  return barTimes(start, start + counts.length * step + HOUR_MS, step).slice(0, counts.length);
}

/** Events of an issue over the range, with the releases that came meanwhile. */
export function IssueChart({ issue }: { readonly issue: IssueDetail }) {
  const params = useProject();
  const { range } = useView();
  const set = useSetSearch();
  const releases = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/releases', { params, query: { limit: 50 } }),
  );
  const steps = stepsOf(issue.series.interval);
  const markers = (releases.data?.data ?? []).flatMap(({ version, deployedAt, firstSeen }): ChartMarker[] => {
    const at = Date.parse(deployedAt ?? firstSeen ?? '');
    return at >= range.from.getTime() && at <= range.to.getTime()
      ? [{ time: at, label: version, to: `releases/${encodeURIComponent(version)}` }]
      : [];
  });
  const users = `${issue.approximate ? 'at least ' : ''}${plural(issue.users, 'user')}`;
  return (
    <Chart
      title={`${plural(issue.count, 'event')}, ${users}`}
      note={issue.series.interval === 'hour' ? 'by hour' : 'by day'}
      height={120}
      data={{
        times: seriesTimes(issue.series),
        ...steps,
        kind: 'bars',
        series: [{ id: 'events', label: 'Events', color: 'processed', values: issue.series.counts }],
        markers: markers.slice(0, MOST_MARKERS),
        markerName: 'Release',
      }}
      onPickRange={(from, to) => set(writeTimeRange({ from: new Date(from), to: new Date(to) }))}
    />
  );
}
