import { useList, type RowOf } from '../../api/useList';
import { Badge } from '../../components/Badge';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { Link } from '../../components/Link';
import { Moment } from '../../components/Moment';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { formatCount } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import type { Release } from './release';
import styles from './ReleasePage.module.css';

const LIST = 'GET /api/0/projects/{org}/{project}/issues';
type Issue = RowOf<typeof LIST>;

const COLUMNS: readonly SimpleColumn<Issue>[] = [
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
  { title: 'Events', isNumber: true, width: '80px', render: ({ total }) => formatCount(total.count) },
  { title: 'Users', isNumber: true, width: '70px', render: ({ total }) => formatCount(total.users) },
  {
    title: 'First seen',
    isNumber: true,
    isWide: true,
    width: '110px',
    render: ({ total }) => <Moment at={total.firstSeen} />,
  },
];

/** The issues that were first seen in a release, with their events and users of all releases. */
export function ReleaseIssues({ release: { version, newIssues } }: { readonly release: Release }) {
  const list = useList(LIST, { params: useProject(), query: { firstRelease: version, sort: 'newest' } });
  return (
    <Card
      title="Issues first seen in this release"
      note={newIssues === 0 ? undefined : `${formatCount(newIssues)} · events and users of all time`}
    >
      <ListTable
        caption="Issues"
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No issue was first seen in this release">
            Its exceptions, if it has any, are of issues that earlier releases had, too.
          </EmptyState>
        }
      />
    </Card>
  );
}
