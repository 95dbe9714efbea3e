import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { useList } from '../../api/useList';
import { DataTable } from '../../components/DataTable';
import { EmptyState } from '../../components/EmptyState';
import { SearchBox } from '../../components/SearchBox';
import { Link } from '../../components/Link';
import { NothingFound } from '../../components/NothingFound';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import type { Column } from '../../components/tableTypes';
import { Time } from '../../components/Time';
import { Uncounted, whileUncounted } from '../../components/Uncounted';
import { formatCount, formatShare, plural } from '../../lib/format';
import { useDelayed } from '../../lib/useDelayed';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import { orderRows, type SortValue } from './orderRows';
import styles from './ReleasesPage.module.css';

type Release = ResponseOf<'GET /api/0/projects/{org}/{project}/releases'>['data'][number];
type Adoption = ResponseOf<'GET /api/0/projects/{org}/{project}/release-adoption'>;

/** A share as a bar and a number. */
const Share = ({ share }: { readonly share: number | undefined }) =>
  share === undefined ? (
    <span className={text.quiet}>–</span>
  ) : (
    <span className={styles.share}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${share * 100}%` }} />
      </span>
      {formatShare(share)}
    </span>
  );

/** A release with its use in the range; `undefined` while that loads. */
interface Row {
  readonly release: Release;
  readonly use: Adoption['data'][number] | undefined;
  readonly hasUse: boolean;
}

/** A count of the range that leads somewhere. */
const Count = ({ row, children }: { readonly row: Row; readonly children: (use: number) => ReactNode }) =>
  row.hasUse ? children(row.use?.exceptions ?? 0) : <span className={text.quiet}>–</span>;

const pageOf = ({ release }: Row): string => `releases/${encodeURIComponent(release.version)}`;

const Version = ({ release: { version, deployedAt } }: Row) => (
  <>
    <span className={styles.version}>{version}</span>
    <span className={text.quiet}>
      {deployedAt === null ? (
        'no deployment described'
      ) : (
        <>
          deployed <Time at={deployedAt} />
        </>
      )}
    </span>
  </>
);

const shareOf = ({ use }: Row, measure: Adoption['measure'] | undefined): number | undefined =>
  measure === 'visits' && (use?.visits ?? 0) === 0 ? undefined : use?.share;

const columnsOf = (measure: Adoption['measure'] | undefined): readonly Column<Row>[] => [
  { id: 'release', head: 'Release', isTitle: true, cell: (row) => <Version {...row} /> },
  {
    id: 'share',
    width: '190px',
    sort: 'share',
    isNamed: true,
    head: measure === 'exceptions' ? 'Share of exceptions' : 'Share of visits',
    cell: (row) => <Share share={shareOf(row, measure)} />,
  },
  {
    id: 'exceptions',
    head: 'Exceptions',
    width: '112px',
    align: 'end',
    sort: 'exceptions',
    cell: (row) => (
      <Count row={row}>
        {(count) => (
          <Link to="issues" search={{ release: row.release.version }} className={text.link}>
            {formatCount(count)}
          </Link>
        )}
      </Count>
    ),
  },
  {
    id: 'new',
    head: 'New issues',
    width: '104px',
    align: 'end',
    sort: 'newIssues',
    cell: (row) => (
      <Link to={pageOf(row)} className={text.link}>
        {formatCount(row.release.newIssues)}
      </Link>
    ),
  },
  {
    id: 'maps',
    head: 'Maps',
    width: '72px',
    align: 'end',
    hideBelow: 1100,
    cell: ({ release }) => (
      <Link to="settings/sourcemaps" search={{ release: release.version }} className={text.link}>
        {formatCount(release.sourceMaps)}
      </Link>
    ),
  },
  {
    id: 'first',
    head: 'First seen',
    width: '110px',
    align: 'end',
    hideBelow: 1100,
    cell: ({ release }) => (release.firstSeen === null ? '–' : <Time at={release.firstSeen} />),
  },
  {
    id: 'last',
    head: 'Last seen',
    width: '110px',
    align: 'end',
    sort: 'lastSeen',
    hideBelow: 800,
    cell: ({ release }) => (release.lastSeen === null ? '–' : <Time at={release.lastSeen} />),
  },
];

/** What a list that is loaded as a whole can be sorted by. */
const sortsOf = (measure: Adoption['measure'] | undefined): Readonly<Record<string, SortValue<Row>>> => ({
  share: (row) => shareOf(row, measure),
  exceptions: ({ use, hasUse }) => (hasUse ? (use?.exceptions ?? 0) : undefined),
  newIssues: ({ release }) => release.newIssues,
  lastSeen,
});

/** The list arrives by last seen, with releases that were only described where they were created. */
const lastSeen: SortValue<Row> = ({ release }) =>
  release.lastSeen === null ? undefined : Date.parse(release.lastSeen);

/** What the shares are of, and what is not in the list. */
function factsOf(adoption: Adoption): readonly string[] {
  const [first] = adoption.data.filter(({ version }) => version !== '' && version !== '(other)');
  const without = adoption.data.find(({ version }) => version === '');
  return [
    plural(adoption.total, adoption.measure === 'visits' ? 'visit' : 'exception'),
    ...(first === undefined ? [] : [`${first.version} has ${formatShare(first.share)}`]),
    ...(without === undefined ? [] : [`${formatShare(without.share)} without a release`]),
  ];
}

/** `/{org}/{project}/releases`: releases seen in the range, with their share of use. */
export function ReleasesPage() {
  const params = useProject();
  const { environment, filter } = useView();
  const { query = '', sort = 'lastSeen' } = useSearch();
  const setSearch = useSetSearch();
  const { from, to } = filter;
  const list = useList(
    'GET /api/0/projects/{org}/{project}/releases',
    { params, query: { from, to, query: useDelayed(query), limit: 100 } },
    { follow: ({ version }) => version },
  );
  const counts = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/release-adoption', {
      params,
      query: { from, to, environment },
    }),
    refetchInterval: whileUncounted,
  });
  const { data: adoption, isPending, failureCount } = counts;
  // Shares change the height of a row on a phone: they are waited for, unless they fail.
  const isLoading = list.isLoading || (isPending && failureCount === 0);
  const rows = useRows(list.rows, adoption, list.hasMore ? 'lastSeen' : sort);
  const columns = useMemo(() => columnsOf(adoption?.measure), [adoption?.measure]);
  return (
    <>
      <PageHead
        title="Releases"
        sumLines={1}
        sum={<StatLine of={counts} facts={adoption === undefined ? [] : factsOf(adoption)} isLoading={isPending} />}
      />
      <Uncounted days={adoption?.uncounted} />
      <div className={styles.search}>
        <SearchBox label="Find a release" />
      </div>
      <DataTable
        label="Releases seen in this range"
        noun="release"
        list={{ ...list, rows, isLoading }}
        columns={columns}
        rowKey={({ release }) => release.version}
        rowLink={pageOf}
        rowHeight={54}
        sort={list.hasMore ? 'lastSeen' : sort}
        {...(list.hasMore
          ? {}
          : { onSort: (picked: string) => setSearch({ sort: picked === 'lastSeen' ? undefined : picked }) })}
        errorTitle="The releases could not be loaded"
        empty={<Empty query={query} from={from} />}
      />
      <p className={styles.note}>
        Exceptions are counted in the range{environment === undefined ? '' : ` in ${environment}`}; new issues are all
        that were first seen in the release.
      </p>
    </>
  );
}

/** The releases with their use, in order. */
function useRows(releases: readonly Release[], adoption: Adoption | undefined, sort: string): readonly Row[] {
  return useMemo(() => {
    const uses = new Map(adoption?.data.map((use) => [use.version, use]));
    // Beyond the most used ones only the sum of the others is known.
    const isComplete = adoption !== undefined && !uses.has('(other)');
    const rows = releases.map((release) => {
      const use = uses.get(release.version);
      return { release, use, hasUse: use !== undefined || isComplete };
    });
    return orderRows(rows, sortsOf(adoption?.measure)[sort] ?? lastSeen);
  }, [releases, adoption, sort]);
}

const Empty = ({ query, from }: { readonly query: string; readonly from: string }) =>
  query === '' ? (
    <EmptyState title="No release was seen in this range" actions={<Link to="setup">Set up releases</Link>}>
      Set <code>release</code> in the SDK, or describe one: <code>sluice releases new shop@1.0.0</code>
    </EmptyState>
  ) : (
    <NothingFound title={`No release has “${query}” in its version`} from={from} clears={['query']} />
  );
