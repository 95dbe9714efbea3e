import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { useList } from '../../api/useList';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Input } from '../../components/Input';
import { Link } from '../../components/Link';
import { Moment } from '../../components/Moment';
import { OrderButtons } from '../../components/OrderButtons';
import { PageHead } from '../../components/PageHead';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { StatLine } from '../../components/StatLine';
import { TimeBars } from '../../components/TimeBars';
import { formatCount, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import styles from './UsersPage.module.css';

type User = ResponseOf<'GET /api/0/projects/{org}/{project}/users'>['data'][number];
type Impact = ResponseOf<'GET /api/0/projects/{org}/{project}/user-impact'>;

const COLUMNS: readonly SimpleColumn<User>[] = [
  {
    title: 'User',
    render: ({ key, name, email, username }) => (
      <>
        <Link to={`users/${encodeURIComponent(key)}`} className={styles.name}>
          {name ?? email ?? username ?? key}
        </Link>
        <div className={`${text.mono} ${text.quiet}`}>{key}</div>
      </>
    ),
  },
  { title: 'Email', isWide: true, render: ({ email }) => email ?? <span className={text.quiet}>–</span> },
  {
    title: 'Exceptions',
    isNumber: true,
    width: '120px',
    render: ({ key, exceptions }) =>
      exceptions === 0 ? (
        <span className={text.quiet}>0</span>
      ) : (
        <Link to="issues" search={{ user: key }}>
          {formatCount(exceptions)}
        </Link>
      ),
  },
  {
    title: 'First seen',
    isNumber: true,
    isWide: true,
    width: '120px',
    render: ({ firstSeen }) => <Moment at={firstSeen} />,
  },
  { title: 'Last seen', isNumber: true, width: '120px', render: ({ lastSeen }) => <Moment at={lastSeen} /> },
];

const factsOf = ({ users, exceptions, withoutUser }: Impact): readonly string[] => [
  `${plural(users, 'user')} affected`,
  `${plural(exceptions - withoutUser, 'exception')} of users`,
  `${formatCount(withoutUser)} without a user`,
];

const SORTS = [
  ['exceptions', 'Most exceptions'],
  ['lastSeen', 'Last seen'],
] as const;
type Order = (typeof SORTS)[number][0];

const ImpactChart = ({ impact }: { readonly impact: UseQueryResult<Impact> }) => (
  <Card title="Users with exceptions" note={impact.data?.interval === 'day' ? 'by UTC day' : 'by hour'}>
    {impact.error === null ? (
      <TimeBars
        label="Users"
        tone="bad"
        interval={impact.data?.interval ?? 'hour'}
        isLoading={impact.isPending}
        moreLabels={['Exceptions']}
        bars={(impact.data?.data ?? []).map(({ time, users, exceptions }) => ({
          time,
          value: users,
          more: [exceptions],
        }))}
      />
    ) : (
      <ErrorState title="The chart could not be loaded" error={impact.error} retry={() => void impact.refetch()} />
    )}
  </Card>
);

function Tools({ order, query }: { readonly order: Order; readonly query: string }) {
  const setSearch = useSetSearch();
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <Input
          label="Find a user"
          hideLabel
          type="search"
          data-search
          placeholder="Find by id, email or name"
          value={query}
          onChange={(event) => setSearch({ query: event.target.value }, { replace: true })}
        />
      </div>
      <OrderButtons
        orders={SORTS}
        order={order}
        choose={(value) => setSearch({ sort: value === 'exceptions' ? undefined : value })}
      />
    </div>
  );
}

/** `/{org}/{project}/users`: who is affected by exceptions, and everyone who was seen. */
export function UsersPage() {
  const params = useProject();
  const { environment, filter } = useView();
  const { query = '', sort } = useSearch();
  const { from, to } = filter;
  const order: Order = sort === 'lastSeen' ? 'lastSeen' : 'exceptions';
  const list = useList('GET /api/0/projects/{org}/{project}/users', {
    params,
    query: { from, to, query, sort: order },
  });
  const impact = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/user-impact', { params, query: { from, to, environment } }),
  );
  return (
    <>
      <PageHead
        title="Users"
        sum={<StatLine facts={impact.data === undefined ? [] : factsOf(impact.data)} isLoading={impact.isPending} />}
      />
      <div className={styles.parts}>
        <ImpactChart impact={impact} />
        <Tools order={order} query={query} />
        <Card title={order === 'exceptions' ? 'Most affected in this range' : 'Seen in this range'}>
          <ListTable
            caption="Users"
            list={list}
            columns={COLUMNS}
            rowKey={({ key }) => key}
            empty={
              <EmptyState
                title={
                  order === 'exceptions' ? 'No user had an exception in this range' : 'No user was seen in this range'
                }
              >
                Users are known from <code>setUser</code> of the SDK: its id, email or username.
              </EmptyState>
            }
          />
        </Card>
      </div>
    </>
  );
}
