import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { useList } from '../../api/useList';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { Input } from '../../components/Input';
import { Link } from '../../components/Link';
import { Moment } from '../../components/Moment';
import { PageHead } from '../../components/PageHead';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { StatLine } from '../../components/StatLine';
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

const columnsOf = (adoption: Adoption | undefined): readonly SimpleColumn<Release>[] => {
  const shares = new Map(adoption?.data.map(({ version, share }) => [version, share]));
  return [
    {
      title: 'Release',
      render: ({ version, deployedAt }) => (
        <>
          <Link to={`releases/${encodeURIComponent(version)}`} className={styles.version}>
            {version}
          </Link>
          <div className={text.quiet}>
            {deployedAt === null ? (
              'no deployment described'
            ) : (
              <>
                deployed <Moment at={deployedAt} />
              </>
            )}
          </div>
        </>
      ),
    },
    {
      title: adoption?.measure === 'exceptions' ? 'Share of exceptions' : 'Share of visits',
      width: '190px',
      render: ({ version }) => <Share share={shares.get(version)} />,
    },
    { title: 'Exceptions', isNumber: true, width: '110px', render: ({ exceptions }) => formatCount(exceptions) },
    { title: 'New issues', isNumber: true, width: '110px', render: ({ newIssues }) => formatCount(newIssues) },
    { title: 'Maps', isNumber: true, isWide: true, width: '80px', render: ({ sourceMaps }) => formatCount(sourceMaps) },
    {
      title: 'First seen',
      isNumber: true,
      isWide: true,
      width: '120px',
      render: ({ firstSeen }) => <Moment at={firstSeen} />,
    },
    {
      title: 'Last seen',
      isNumber: true,
      isWide: true,
      width: '120px',
      render: ({ lastSeen }) => <Moment at={lastSeen} />,
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
      <Card title="Seen in this range" note="Exceptions and new issues are of all time">
        <ListTable
          caption="Releases"
          list={list}
          columns={columnsOf(adoption.data)}
          rowKey={({ version }) => version}
          empty={
            <EmptyState
              title={query === '' ? 'No release was seen in this range' : 'No release has this in its version'}
            >
              Set <code>release</code> in the SDK, or describe one: <code>sluice releases new shop@1.0.0</code>
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
