import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { useList } from '../../api/useList';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { Chart } from '../../components/Chart';
import type { ChartData } from '../../components/chartTypes';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Facts } from '../../components/Facts';
import { Link } from '../../components/Link';
import { Moment } from '../../components/Moment';
import { PageHead } from '../../components/PageHead';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { StatLine } from '../../components/StatLine';
import { stepsOf } from '../../components/stepsOf';
import { formatCount, plural } from '../../lib/format';
import { useProject, useRouteParam } from '../../lib/useProject';
import { useSetSearch } from '../../lib/useSearch';
import { writeTimeRange } from '../../lib/timeRange';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import { Comparison } from './Comparison';
import { DescriptionDialog } from './DescriptionDialog';
import type { Release } from './release';
import { ReleaseMaps } from './ReleaseMaps';
import styles from './ReleasePage.module.css';

type Issue = ResponseOf<'GET /api/0/projects/{org}/{project}/releases/{version}/issues'>['data'][number];

const ISSUES: readonly SimpleColumn<Issue>[] = [
  {
    title: 'Issue',
    render: ({ id, title, culprit, status }) => (
      <>
        <Link to={`issues/${id}`} className={styles.issue}>
          {title}
        </Link>{' '}
        {status === 'open' ? null : <Badge tone={status === 'resolved' ? 'good' : 'plain'}>{status}</Badge>}
        {culprit === null ? null : <div className={`${text.mono} ${text.quiet}`}>{culprit}</div>}
      </>
    ),
  },
  { title: 'Events', isNumber: true, width: '90px', render: ({ events }) => formatCount(events) },
  { title: 'Users', isNumber: true, width: '90px', render: ({ users }) => formatCount(users) },
  {
    title: 'First seen',
    isNumber: true,
    isWide: true,
    width: '120px',
    render: ({ firstSeen }) => <Moment at={firstSeen} />,
  },
];

/** A link that a description has, only if it is one. */
const ForeignLink = ({ url }: { readonly url: string }) =>
  /^https?:\/\//i.test(url) ? (
    <a href={url} rel="noreferrer" target="_blank" className={text.link}>
      {url}
    </a>
  ) : (
    <>{url}</>
  );

const Description = ({ release }: { readonly release: Release }) => (
  <Facts
    facts={[
      ['Deployed', <Moment key="d" at={release.deployedAt} full />],
      ['First seen', <Moment key="f" at={release.firstSeen} full />],
      ['Last seen', <Moment key="l" at={release.lastSeen} full />],
      ['Ref', release.ref === null ? '–' : <code>{release.ref}</code>],
      ['Link', release.url === null ? '–' : <ForeignLink url={release.url} />],
      ['Notes', release.notes === null ? '–' : <span className={styles.notes}>{release.notes}</span>],
    ]}
  />
);

function Series({ version }: { readonly version: string }) {
  const place = useProject();
  const { filter } = useView();
  const set = useSetSearch();
  const { data, error, refetch } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/releases/{version}/series', {
      params: { ...place, version },
      query: { from: filter.from, to: filter.to },
    }),
  );
  return (
    <Chart
      title="Exceptions"
      note={data?.interval === 'day' ? 'by UTC day' : 'by hour'}
      data={data === undefined ? undefined : chartOf(data)}
      error={error}
      retry={() => void refetch()}
      height={120}
      onPickRange={(from, to) => set(writeTimeRange({ from: new Date(from), to: new Date(to) }))}
    />
  );
}

type SeriesData = ResponseOf<'GET /api/0/projects/{org}/{project}/releases/{version}/series'>;

const chartOf = ({ data, interval }: SeriesData): ChartData => ({
  ...{ times: data.map(({ time }) => Date.parse(time)), kind: 'bars', ...stepsOf(interval) },
  series: [{ id: 'exceptions', label: 'Exceptions', color: 'bad', values: data.map(({ exceptions }) => exceptions) }],
  others: [
    { id: 'users', label: 'Users affected', values: data.map(({ users }) => users) },
    { id: 'visits', label: 'Visits', values: data.map(({ visits }) => visits) },
  ],
});

function ReleaseDetails({ release }: { readonly release: Release }) {
  const place = useProject();
  const mayWrite = useHasRole(place.org, 'member');
  const [isEditing, setEditing] = useState(false);
  const { version } = release;
  const issues = useList('GET /api/0/projects/{org}/{project}/releases/{version}/issues', {
    params: { ...place, version },
  });
  const facts = [
    <Link key="e" to="issues" search={{ release: version }}>
      {plural(release.exceptions, 'exception')}
    </Link>,
    plural(release.newIssues, 'new issue'),
    plural(release.sourceMaps, 'source map'),
  ];
  return (
    <>
      <PageHead
        parent={['releases', 'Releases']}
        title={version}
        sum={<StatLine facts={facts} />}
        actions={mayWrite ? <Button onClick={() => setEditing(true)}>Edit description</Button> : null}
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Series version={version} />
          <Card title="Issues first seen in this release" note={formatCount(release.newIssues)}>
            <ListTable
              caption="Issues"
              list={issues}
              columns={ISSUES}
              rowKey={({ id }) => id}
              empty={<EmptyState title="No issue was first seen in this release" />}
            />
          </Card>
          <ReleaseMaps release={release} mayWrite={mayWrite} />
        </div>
        <div className={styles.side}>
          <Card title="Description">
            <Description release={release} />
          </Card>
          <Comparison version={version} />
        </div>
      </div>
      {isEditing ? <DescriptionDialog release={release} close={() => setEditing(false)} /> : null}
    </>
  );
}

/** `/{org}/{project}/releases/{version}`. */
export function ReleasePage() {
  const place = useProject();
  const version = useRouteParam('version');
  const { data, error, refetch } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/releases/{version}', { params: { ...place, version } }),
  );
  if (error !== null) {
    return (
      <>
        <PageHead parent={['releases', 'Releases']} title={version} />
        <ErrorState title="The release could not be loaded" error={error} retry={() => void refetch()} />
      </>
    );
  }
  if (data === undefined)
    return <PageHead parent={['releases', 'Releases']} title={version} sum={<StatLine facts={[]} isLoading />} />;
  return <ReleaseDetails release={data} />;
}
