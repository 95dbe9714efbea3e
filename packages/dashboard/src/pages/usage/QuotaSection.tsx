import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { formatCount } from '../../lib/format';
import { formatDay } from '../../lib/formatTime';
import { useRouteParam } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import { PoolTable } from './PoolTable';
import styles from './Usage.module.css';

/** The organization's monthly quotas, and where they will be at the end of the month. */
export function QuotaSection({ canEdit = true }: { readonly canEdit?: boolean }) {
  const org = useRouteParam('org');
  const month = useQuery(operationQuery('GET /api/0/organizations/{org}/stats', { params: { org } }));
  const { data } = month;
  return (
    <Section
      title="Quotas of this month"
      note={
        data === undefined ? undefined : `all projects of ${org}; reset on ${formatDay(new Date(data.endsAt), 'UTC')}`
      }
      actions={
        canEdit ? (
          <Link to={`/${org}/settings/quotas`} className={text.link}>
            Open the quotas
          </Link>
        ) : undefined
      }
      isFlush
    >
      {data === undefined && month.error !== null ? (
        <ErrorState title="The quotas could not be loaded" error={month.error} retry={() => void month.refetch()} />
      ) : (
        <>
          <PoolTable pools={data?.pools} />
          <p className={styles.below}>
            {data === undefined
              ? '\u00a0'
              : data.projection === null
                ? 'There is no projection before the first whole hour with events.'
                : `Projected to the end of the month from the average of ${hoursText(data.projection.hours)}. A pool whose first event is newer is projected from that event on.`}
          </p>
        </>
      )}
    </Section>
  );
}

const hoursText = (hours: number): string =>
  hours === 1 ? 'the last whole hour' : `the last ${formatCount(hours)} whole hours`;
