import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import { Uncounted, whileUncounted } from '../../components/Uncounted';
import { readerTimeZone } from '../../lib/readerTimeZone';
import { useProject } from '../../lib/useProject';
import { useSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import { factsOf } from './factsOf';
import { PartChart } from './PartChart';
import { VisitChart } from './VisitChart';
import { VisitTable } from './VisitTable';
import { readPart, VISITS, type Dimension } from './visitParts';
import styles from './VisitsPage.module.css';

const TABLES: readonly (readonly [Dimension, string])[] = [
  ['page', 'Pages'],
  ['entry', 'Entry pages'],
  ['referrer', 'Referrers'],
  ['browser', 'Browsers'],
  ['os', 'Systems'],
  ['device', 'Devices'],
  ['custom', 'Custom hits'],
];

/** `/{org}/{project}/visits`: visits of people; those of bots apart. */
export function VisitsPage() {
  const params = useProject();
  const { environment, release, filter } = useView();
  const part = readPart(useSearch());
  const query = { from: filter.from, to: filter.to, environment, zone: readerTimeZone() };
  const { data, error, isPending, refetch } = useQuery({
    ...operationQuery(VISITS, { params, query }),
    refetchInterval: whileUncounted,
  });
  if (error !== null) {
    return (
      <>
        <PageHead title="Visits" />
        <ErrorState title="The visits could not be loaded" error={error} retry={() => void refetch()} />
      </>
    );
  }
  const isEmpty =
    data !== undefined &&
    data.uncounted.length + data.totals.pageviews + data.totals.customs + data.bots.pageviews + data.bots.customs === 0;
  const facts = data === undefined ? [] : factsOf(data.totals);
  return (
    <>
      <PageHead title="Visits" sumLines={1} sum={<StatLine facts={facts} isLoading={isPending} />} />
      {release === undefined ? null : (
        <p className={text.quiet}>The release does not narrow this page: visits of all releases are shown.</p>
      )}
      <Uncounted days={data?.uncounted} />
      {isEmpty ? (
        <EmptyState title="No hits in this range" actions={<Link to="setup">Set up hits</Link>}>
          Add the hit integration of the SDK, or choose a longer range.
        </EmptyState>
      ) : (
        <>
          {part === undefined ? <VisitChart data={data} /> : <PartChart part={part} />}
          <div className={styles.tables}>
            {TABLES.map(([dimension, title]) => (
              <VisitTable key={dimension} dimension={dimension} title={title} isBots={false} chosen={part} />
            ))}
            <VisitTable dimension="browser" title="Bots" isBots chosen={undefined} />
          </div>
        </>
      )}
    </>
  );
}
