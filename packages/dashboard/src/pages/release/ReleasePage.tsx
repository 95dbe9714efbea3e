import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { ErrorState } from '../../components/ErrorState';
import { Facts } from '../../components/Facts';
import { Link } from '../../components/Link';
import { Moment } from '../../components/Moment';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import { formatCount, plural } from '../../lib/format';
import { useProject, useRouteParam } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import { Comparison } from './Comparison';
import { DescriptionDialog } from './DescriptionDialog';
import type { Release } from './release';
import { ReleaseCharts, useReleaseSeries } from './ReleaseCharts';
import { ReleaseIssues } from './ReleaseIssues';
import { ReleaseMaps } from './ReleaseMaps';
import styles from './ReleasePage.module.css';

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
      [
        'First seen',
        <Fragment key="f">
          <Moment at={release.firstSeen} full />
          {isEarly(release) ? <div className={text.quiet}>before the deployment, such as in staging</div> : null}
        </Fragment>,
      ],
      ['Last seen', <Moment key="l" at={release.lastSeen} full />],
      ['Exceptions', `${formatCount(release.exceptions)} of all time`],
      ['Ref', release.ref === null ? '–' : <code>{release.ref}</code>],
      ['Link', release.url === null ? '–' : <ForeignLink url={release.url} />],
      ['Notes', release.notes === null ? '–' : <span className={styles.notes}>{release.notes}</span>],
    ]}
  />
);

/** A release that was seen before it was deployed was tried out somewhere. */
const isEarly = ({ firstSeen, deployedAt }: Release): boolean =>
  firstSeen !== null && deployedAt !== null && firstSeen < deployedAt;

function ReleaseDetails({ release }: { readonly release: Release }) {
  const place = useProject();
  const mayWrite = useHasRole(place.org, 'member');
  const [isEditing, setEditing] = useState(false);
  const { version } = release;
  const series = useReleaseSeries(version);
  const { data } = series;
  const exceptions = data?.data.reduce((sum, point) => sum + point.exceptions, 0) ?? 0;
  const facts = [
    <Link key="e" to="issues" search={{ release: version }}>
      {plural(exceptions, 'exception')} in this range
    </Link>,
    `${plural(release.newIssues, 'issue')} first seen in it`,
    plural(release.sourceMaps, 'source map'),
  ];
  return (
    <>
      <PageHead
        parent={['releases', 'Releases']}
        title={version}
        sum={<StatLine of={series} facts={facts} isLoading={data === undefined} />}
        actions={mayWrite ? <Button onClick={() => setEditing(true)}>Edit description</Button> : null}
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          <ReleaseCharts release={release} />
          <ReleaseIssues release={release} />
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
