import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { useList } from '../../api/useList';
import { DataTable } from '../../components/DataTable';
import { EmptyState } from '../../components/EmptyState';
import { Input } from '../../components/Input';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import type { Column } from '../../components/tableTypes';
import { Time } from '../../components/Time';
import { formatCount, formatShare, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
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

const columnsOf = (adoption: Adoption | undefined): readonly Column<Release>[] => {
  const shares = new Map(adoption?.data.map(({ version, share }) => [version, share]));
  return [
    {
      id: 'release',
      head: 'Release',
      isTitle: true,
      cell: ({ version, deployedAt }) => (
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
      ),
    },
    {
      ...{ id: 'share', width: '180px' },
      head: adoption?.measure === 'exceptions' ? 'Share of exceptions' : 'Share of visits',
      cell: ({ version }) => <Share share={shares.get(version)} />,
    },
    {
      ...{ id: 'exceptions', head: 'Exceptions', width: '104px', align: 'end', hideBelow: 800 },
      cell: ({ exceptions }) => formatCount(exceptions),
    },
    {
      ...{ id: 'new', head: 'New issues', width: '96px', align: 'end', hideBelow: 800 },
      cell: ({ newIssues }) => formatCount(newIssues),
    },
    {
      ...{ id: 'maps', head: 'Maps', width: '72px', align: 'end', hideBelow: 1100 },
      cell: ({ version, sourceMaps }) => (
        <Link to="settings/sourcemaps" search={{ release: version }} className={text.link}>
          {formatCount(sourceMaps)}
        </Link>
      ),
    },
    {
      ...{ id: 'first', head: 'First seen', width: '110px', align: 'end', hideBelow: 1100 },
      cell: ({ firstSeen }) => (firstSeen === null ? '–' : <Time at={firstSeen} />),
    },
    {
      ...{ id: 'last', head: 'Last seen', width: '110px', align: 'end', hideBelow: 800 },
      cell: ({ lastSeen }) => (lastSeen === null ? '–' : <Time at={lastSeen} />),
    },
  ];
};

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
  const { query = '' } = useSearch();
  const setSearch = useSetSearch();
  const { from, to } = filter;
  const list = useList('GET /api/0/projects/{org}/{project}/releases', { params, query: { from, to, query } });
  const adoption = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/release-adoption', {
      params,
      query: { from, to, environment },
    }),
  );
  const columns = useMemo(() => columnsOf(adoption.data), [adoption.data]);
  return (
    <>
      <PageHead
        title="Releases"
        sum={
          <StatLine facts={adoption.data === undefined ? [] : factsOf(adoption.data)} isLoading={adoption.isPending} />
        }
      />
      <div className={styles.search}>
        <Input
          label="Find a release"
          hideLabel
          type="search"
          data-search
          placeholder="Find a release"
          value={query}
          onChange={(event) => setSearch({ query: event.target.value }, { replace: true })}
        />
      </div>
      <DataTable
        label="Releases seen in this range"
        list={list}
        columns={columns}
        rowKey={({ version }) => version}
        rowLink={({ version }) => `releases/${encodeURIComponent(version)}`}
        rowHeight={54}
        errorTitle="The releases could not be loaded"
        empty={
          <EmptyState title={query === '' ? 'No release was seen in this range' : 'No release has this in its version'}>
            Set <code>release</code> in the SDK, or describe one: <code>sluice releases new shop@1.0.0</code>
          </EmptyState>
        }
      />
      <p className={styles.note}>Exceptions and new issues are of all time.</p>
    </>
  );
}
