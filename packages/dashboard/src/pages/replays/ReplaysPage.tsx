import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { useList } from '../../api/useList';
import { Badge } from '../../components/Badge';
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
import { UserLabel } from '../../components/UserLabel';
import { formatCount, formatPosition, plural } from '../../lib/format';
import { useDelayed } from '../../lib/useDelayed';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import styles from './ReplaysPage.module.css';

type Replay = ResponseOf<'GET /api/0/projects/{org}/{project}/replays'>['data'][number];

/** The path of an address, or the whole text if it is not a URL. */
function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

const COLUMNS: readonly Column<Replay>[] = [
  {
    id: 'replay',
    head: 'Replay',
    isTitle: true,
    cell: ({ id, urls, gaps }) => (
      <>
        <span className={styles.name}>
          {urls[0] === undefined ? 'No page recorded' : urls.slice(0, 3).map(pathOf).join(' · ')}
          {urls.length > 3 ? ` and ${urls.length - 3} more` : ''}
        </span>
        <span className={`${text.mono} ${text.quiet}`}>{id.slice(0, 8)}</span>{' '}
        {gaps.length > 0 ? <Badge tone="warn">incomplete</Badge> : null}
      </>
    ),
  },
  {
    id: 'user',
    head: 'User',
    width: '150px',
    hideBelow: 800,
    cell: ({ user, userName }) =>
      user === null ? (
        <span className={text.quiet}>unknown</span>
      ) : (
        <Link to={`users/${encodeURIComponent(user)}`} className={text.link}>
          <UserLabel user={user} userName={userName} isStacked />
        </Link>
      ),
  },
  {
    id: 'errors',
    head: 'Errors',
    width: '72px',
    align: 'end',
    cell: ({ errorCount }) =>
      errorCount === 0 ? <span className={text.quiet}>0</span> : <Badge tone="bad">{formatCount(errorCount)}</Badge>,
  },
  {
    id: 'pages',
    head: 'Pages',
    width: '72px',
    align: 'end',
    hideBelow: 800,
    cell: ({ pages }) => (pages === null ? '–' : formatCount(pages)),
  },
  {
    id: 'length',
    head: 'Length',
    width: '104px',
    align: 'end',
    cell: ({ duration }) => formatPosition(duration),
  },
  { id: 'release', head: 'Release', width: '140px', hideBelow: 1100, cell: ({ release }) => release ?? '' },
  {
    id: 'started',
    head: 'Started',
    width: '104px',
    align: 'end',
    hideBelow: 800,
    cell: ({ startTime }) => <Time at={startTime} />,
  },
];

const SORTS = ['newest', 'duration', 'errors', 'pages'] as const;
type Sort = (typeof SORTS)[number];
const LABELS: Readonly<Record<Sort, string>> = {
  newest: 'Last arrived',
  duration: 'Longest',
  errors: 'Most errors',
  pages: 'Most pages',
};

const isSort = (name: string | undefined): name is Sort => SORTS.some((sort) => sort === name);

function Tools({ order }: { readonly order: Sort }) {
  const setSearch = useSetSearch();
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <SearchBox name="url" label="Address of a page" />
      </div>
      <div className={styles.search}>
        <SearchBox name="user" label="Key of a user, such as id:42" isMain={false} />
      </div>
      <OrderButtons
        orders={SORTS.map((value) => [value, LABELS[value]] as const)}
        order={order}
        choose={(value) => setSearch({ sort: value === 'newest' ? undefined : value })}
      />
    </div>
  );
}

/** `/{org}/{project}/replays`: recorded sessions. */
export function ReplaysPage() {
  const params = useProject();
  const { filter } = useView();
  const { url = '', user = '', sort } = useSearch();
  const order = isSort(sort) ? sort : 'newest';
  const query = { ...filter, url: useDelayed(url), user: useDelayed(user) };
  const asked = { ...query, sort: order };
  const list = useList(
    'GET /api/0/projects/{org}/{project}/replays',
    { params, query: asked },
    { follow: ({ id }) => id },
  );
  const counts = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/replays/summary', { params, query }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead
        title="Replays"
        sumLines={1}
        sum={
          <StatLine
            of={counts}
            isLoading={counts.isPending}
            facts={counts.data === undefined ? [] : factsOf(counts.data)}
          />
        }
      />
      <Tools order={order} />
      {order !== 'newest' && counts.data?.truncated === true ? (
        <p className={text.quiet}>The order covers the newest 20,000 replays of the range.</p>
      ) : null}
      <DataTable
        label="Replays"
        noun="replay"
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `replays/${encodeURIComponent(id)}`}
        rowHeight={54}
        errorTitle="The replays could not be loaded"
        empty={<NoReplays url={url} user={user} from={filter.from} />}
      />
    </>
  );
}

const NoReplays = ({ url, user, from }: { readonly url: string; readonly user: string; readonly from: string }) =>
  url === '' && user === '' ? (
    <EmptyState title="No replay in this range" actions={<Link to="setup">Set up replays</Link>}>
      The replay integration of the SDK records sessions: <code>replay({'{ sampleRate: 0.1 }'})</code>
    </EmptyState>
  ) : (
    <NothingFound
      title={`No replay ${[url === '' ? '' : `has a page with “${url}”`, user === '' ? '' : `is of “${user}”`].filter(Boolean).join(' and ')}`}
      from={from}
      clears={['url', 'user']}
    >
      The key of a user is whole: <code>id:42</code>.
    </NothingFound>
  );

type Counts = ResponseOf<'GET /api/0/projects/{org}/{project}/replays/summary'>;

const factsOf = ({ replays, withErrors, truncated }: Counts): readonly string[] => [
  `${plural(replays, 'replay')}${truncated ? ', the newest ones' : ''}`,
  `${formatCount(withErrors)} with errors`,
];
