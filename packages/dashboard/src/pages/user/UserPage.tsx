import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Facts } from '../../components/Facts';
import { Link } from '../../components/Link';
import { Moment } from '../../components/Moment';
import { PageHead } from '../../components/PageHead';
import { Skeleton } from '../../components/Skeleton';
import { SimpleTable } from '../../components/SimpleTable';
import { StatLine } from '../../components/StatLine';
import { plural } from '../../lib/format';
import { useProject, useRouteParam } from '../../lib/useProject';
import { useView } from '../../lib/useView';
import { EraseUser } from './EraseUser';
import styles from './UserPage.module.css';
import { Timeline } from './Timeline';

type User = ResponseOf<'GET /api/0/projects/{org}/{project}/users/{key}'>;

const Properties = ({ user }: { readonly user: User }) => (
  <Facts
    facts={[
      ['Key', <code key="k">{user.key}</code>],
      ['Id', user.id ?? '–'],
      ['Email', user.email ?? '–'],
      ['Username', user.username ?? '–'],
      ['Name', user.name ?? '–'],
      ['Address', user.ip ?? '–'],
      ['First seen', <Moment key="f" at={user.firstSeen} full />],
      ['Last seen', <Moment key="l" at={user.lastSeen} full />],
    ]}
  />
);

const Issues = ({ user }: { readonly user: User }) => (
  <Card title="Issues" note="latest first, at most 100">
    {user.issues.length === 0 ? (
      <EmptyState title="No issue affected this user" />
    ) : (
      <SimpleTable
        caption="Issues"
        rows={user.issues}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Issue', render: ({ id, title: name }) => <Link to={`issues/${id}`}>{name}</Link> },
          {
            title: 'Last seen',
            isNumber: true,
            width: '110px',
            render: ({ lastSeen }) => <Moment at={lastSeen} />,
          },
        ]}
      />
    )}
  </Card>
);

/** `/{org}/{project}/users/{key}`: what one user experienced. */
export function UserPage() {
  const key = useRouteParam('id');
  const { from, to } = useView().filter;
  const params = { ...useProject(), key };
  const { data, error, refetch } = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/users/{key}', { params, query: { from, to } }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) {
    return (
      <>
        <PageHead parent={['users', 'Users']} title={key} />
        <ErrorState title="The user could not be loaded" error={error} retry={() => void refetch()} />
      </>
    );
  }
  const title = data?.name ?? data?.email ?? data?.username ?? key;
  return (
    <>
      <PageHead
        parent={['users', 'Users']}
        title={title}
        actions={<EraseUser userKey={key} />}
        sum={
          <StatLine
            isLoading={data === undefined}
            facts={
              data === undefined
                ? []
                : [
                    <Link key="e" to="issues" search={{ user: key }}>
                      {plural(data.exceptions, 'exception')} in this range
                    </Link>,
                    `${plural(data.issues.length, 'issue')} of all time`,
                    <span key="s">
                      last seen <Moment at={data.lastSeen} />
                    </span>,
                  ]
            }
          />
        }
      />
      <div className={styles.columns}>
        <Timeline userKey={key} />
        <div className={styles.side}>
          {data === undefined ? (
            <Skeleton height="400px" />
          ) : (
            <>
              <Card title="User">
                <Properties user={data} />
              </Card>
              <Issues user={data} />
            </>
          )}
        </div>
      </div>
    </>
  );
}
