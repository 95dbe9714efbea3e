import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { Chart } from '../../components/Chart';
import type { ChartMarker } from '../../components/chartTypes';
import { stepsOf } from '../../components/stepsOf';
import { plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import { writeTimeRange } from '../../lib/timeRange';
import type { IssueDetail } from '../issues/issue';

const MOST_MARKERS = 8;

/** Events of an issue over the range, with the releases that came meanwhile. */
export function IssueChart({ issue }: { readonly issue: IssueDetail }) {
  const params = useProject();
  const { range } = useView();
  const set = useSetSearch();
  const releases = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/releases', { params, query: { limit: 50 } }),
  );
  const steps = stepsOf(issue.series.interval);
  const start = Date.parse(issue.series.from);
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
      note={issue.series.interval === 'hour' ? 'by hour' : 'by UTC day'}
      height={120}
      data={{
        times: issue.series.counts.map((_count, index) => start + index * steps.step),
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
