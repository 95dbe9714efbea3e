import type { ResponseOf } from '../../api/callApi';
import { useList } from '../../api/useList';
import { Badge } from '../../components/Badge';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { Input } from '../../components/Input';
import { Link } from '../../components/Link';
import { Moment } from '../../components/Moment';
import { OrderButtons } from '../../components/OrderButtons';
import { PageHead } from '../../components/PageHead';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { StatLine } from '../../components/StatLine';
import { formatCount, formatDuration, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import styles from './ReplaysPage.module.css';

type Replay = ResponseOf<'GET /api/0/projects/{org}/{project}/replays'>['data'][number];

/** The path of an address, or all of it if it is none. */
function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

const COLUMNS: readonly SimpleColumn<Replay>[] = [
  {
    title: 'Replay',
    render: ({ id, urls, gaps }) => (
      <>
        <Link to={`replays/${encodeURIComponent(id)}`} className={styles.name}>
          {urls[0] === undefined ? id.slice(0, 8) : urls.slice(0, 3).map(pathOf).join(' · ')}
          {urls.length > 3 ? ` and ${urls.length - 3} more` : ''}
        </Link>{' '}
        {gaps.length > 0 ? <Badge tone="warn">incomplete</Badge> : null}
        <div className={`${text.mono} ${text.quiet}`}>{id.slice(0, 8)}</div>
      </>
    ),
  },
  {
    title: 'User',
    isWide: true,
    width: '120px',
    render: ({ user }) =>
      user === null ? (
        <span className={text.quiet}>unknown</span>
      ) : (
        <Link to={`users/${encodeURIComponent(user)}`}>{user}</Link>
      ),
  },
  { title: 'Length', isNumber: true, width: '110px', render: ({ duration }) => formatDuration(duration) },
  {
    title: 'Errors',
    isNumber: true,
    width: '80px',
    render: ({ errorCount }) =>
      errorCount === 0 ? <span className={text.quiet}>0</span> : <Badge tone="bad">{formatCount(errorCount)}</Badge>,
  },
  { title: 'Pages', isNumber: true, width: '80px', render: ({ pages }) => (pages === null ? '–' : formatCount(pages)) },
  { title: 'Release', isWide: true, width: '140px', render: ({ release }) => release ?? '–' },
  { title: 'Started', isNumber: true, width: '110px', render: ({ startTime }) => <Moment at={startTime} /> },
];

const SORTS = ['newest', 'duration', 'errors', 'pages'] as const;
type Sort = (typeof SORTS)[number];
const LABELS: Readonly<Record<Sort, string>> = {
  newest: 'Newest',
  duration: 'Longest',
  errors: 'Most errors',
  pages: 'Most pages',
};

const isSort = (name: string | undefined): name is Sort => SORTS.some((sort) => sort === name);

const Search = ({
  name,
  label,
  isMain = false,
}: {
  readonly name: 'url' | 'user';
  readonly label: string;
  readonly isMain?: boolean;
}) => {
  const value = useSearch()[name] ?? '';
  const setSearch = useSetSearch();
  return (
    <div className={styles.search}>
      <Input
        label={label}
        hideLabel
        type="search"
        data-search={isMain || undefined}
        placeholder={label}
        value={value}
        onChange={(event) => setSearch({ [name]: event.target.value }, { replace: true })}
      />
    </div>
  );
};

function Tools({ order }: { readonly order: Sort }) {
  const setSearch = useSetSearch();
  return (
    <div className={styles.tools}>
      <Search name="url" label="Address of a page" isMain />
      <Search name="user" label="Key of a user, such as id:42" />
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
  const list = useList('GET /api/0/projects/{org}/{project}/replays', {
    params,
    query: { ...filter, url, user, sort: order },
  });
  const errors = list.rows.filter(({ errorCount }) => errorCount > 0).length;
  return (
    <>
      <PageHead
        title="Replays"
        sum={
          <StatLine
            isLoading={list.isLoading}
            facts={[
              `${plural(list.rows.length, 'replay')}${list.hasMore ? ' so far' : ''}`,
              `${formatCount(errors)} with errors`,
            ]}
          />
        }
      />
      <Tools order={order} />
      <Card title="Recorded sessions" note={order === 'newest' ? undefined : 'of the newest 20,000 in the range'}>
        <ListTable
          caption="Replays"
          list={list}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No replay matches in this range">
              The replay integration of the SDK records sessions: <code>replay({'{ sampleRate: 0.1 }'})</code>
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
