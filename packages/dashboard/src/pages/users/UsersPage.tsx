import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { useList } from '../../api/useList';
import { Chart } from '../../components/Chart';
import { countChart } from '../../components/countChart';
import { DataTable } from '../../components/DataTable';
import { EmptyState } from '../../components/EmptyState';
import { SearchBox } from '../../components/SearchBox';
import { Link } from '../../components/Link';
import { NothingFound } from '../../components/NothingFound';
import { OrderButtons } from '../../components/OrderButtons';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import type { Column } from '../../components/tableTypes';
import { Time } from '../../components/Time';
import { Uncounted, whileUncounted } from '../../components/Uncounted';
import { formatCount, plural } from '../../lib/format';
import { writeTimeRange } from '../../lib/timeRange';
import { useDelayed } from '../../lib/useDelayed';
import { readerTimeZone } from '../../lib/readerTimeZone';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import styles from './UsersPage.module.css';

type User = ResponseOf<'GET /api/0/projects/{org}/{project}/users'>['data'][number];
const IMPACT = 'GET /api/0/projects/{org}/{project}/user-impact';
type Impact = ResponseOf<typeof IMPACT>;

const COLUMNS: readonly Column<User>[] = [
  {
    id: 'user',
    head: 'User',
    isTitle: true,
    cell: ({ key, name, email, username }) => (
      <>
        <span className={styles.name}>{name ?? email ?? username ?? key}</span>
        <span className={`${text.mono} ${text.quiet}`}>{key}</span>
      </>
    ),
  },
  { id: 'email', head: 'Email', width: '260px', hideBelow: 1100, cell: ({ email }) => email ?? '' },
  {
    id: 'exceptions',
    head: 'Exceptions',
    width: '104px',
    align: 'end',
    cell: ({ key, exceptions }) =>
      exceptions === 0 ? (
        <span className={text.quiet}>0</span>
      ) : (
        <Link to="issues" search={{ user: key }} className={text.link}>
          {formatCount(exceptions)}
        </Link>
      ),
  },
  {
    id: 'firstSeen',
    head: 'First seen',
    width: '110px',
    align: 'end',
    hideBelow: 800,
    cell: ({ firstSeen }) => <Time at={firstSeen} />,
  },
  { id: 'lastSeen', head: 'Last seen', width: '110px', align: 'end', cell: ({ lastSeen }) => <Time at={lastSeen} /> },
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

function ImpactChart({ impact: { data, error, refetch } }: { readonly impact: UseQueryResult<Impact> }) {
  const set = useSetSearch();
  const chart = useMemo(
    () =>
      data === undefined
        ? undefined
        : countChart(
            data,
            [{ id: 'users', label: 'Users', color: 'bad', read: ({ users }) => users }],
            [{ id: 'exceptions', label: 'Exceptions', color: 'ink-3', read: ({ exceptions }) => exceptions }],
          ),
    [data],
  );
  return (
    <Chart
      title="Users with exceptions"
      note={data?.interval === 'day' ? 'by day' : 'by hour'}
      data={chart}
      error={error}
      retry={() => void refetch()}
      height={120}
      onPickRange={(from, to) => set(writeTimeRange({ from: new Date(from), to: new Date(to) }))}
    />
  );
}

function Tools({ order }: { readonly order: Order }) {
  const setSearch = useSetSearch();
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <SearchBox label="Find a user" placeholder="Find by id, email or name" />
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
  const list = useList(
    'GET /api/0/projects/{org}/{project}/users',
    { params, query: { from, to, environment, query: useDelayed(query), sort: order } },
    { follow: ({ key }) => key },
  );
  const impact = useQuery({
    ...operationQuery(IMPACT, { params, query: { from, to, environment, zone: readerTimeZone() } }),
    refetchInterval: whileUncounted,
  });
  return (
    <>
      <PageHead
        title="Users"
        sum={
          <StatLine
            of={impact}
            facts={impact.data === undefined ? [] : factsOf(impact.data)}
            isLoading={impact.isPending}
          />
        }
      />
      <Uncounted days={impact.data?.uncounted} />
      <div className={styles.parts}>
        <ImpactChart impact={impact} />
        <Tools order={order} />
        {order === 'lastSeen' && environment !== undefined && (
          <p className={styles.note}>Users of all environments, with their exceptions in {environment}.</p>
        )}
        <DataTable
          label={order === 'exceptions' ? 'Users, most affected first' : 'Users, last seen first'}
          noun="user"
          list={list}
          columns={COLUMNS}
          rowKey={({ key }) => key}
          rowLink={({ key }) => `users/${encodeURIComponent(key)}`}
          rowHeight={54}
          errorTitle="The users could not be loaded"
          empty={<NoUsers order={order} query={query} from={from} />}
        />
      </div>
    </>
  );
}

interface NoUsersProps {
  readonly order: Order;
  readonly query: string;
  readonly from: string;
}

const NoUsers = ({ order, query, from }: NoUsersProps) =>
  query === '' ? (
    <EmptyState
      title={order === 'exceptions' ? 'No user had an exception in this range' : 'No user was seen in this range'}
      actions={<Link to="setup">Set up users</Link>}
    >
      Users are known from <code>setUser</code> of the SDK: its id, email or username.
    </EmptyState>
  ) : (
    <NothingFound
      title={`No user with “${query}” ${order === 'exceptions' ? 'had an exception' : 'was seen'}`}
      from={from}
      clears={['query']}
    />
  );
