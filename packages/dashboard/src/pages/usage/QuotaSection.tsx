import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Bar } from '../../components/Bar';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { formatCount } from '../../lib/format';
import { formatDay } from '../../lib/formatTime';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import styles from './Usage.module.css';

type Month = ResponseOf<'GET /api/0/organizations/{org}/stats'>;

/** The organization's monthly quotas, and where they will be at the end of the month. */
export function QuotaSection() {
  const { org } = useProject();
  const month = useQuery(operationQuery('GET /api/0/organizations/{org}/stats', { params: { org } }));
  const { data } = month;
  return (
    <Section
      title="Quotas of this month"
      note={
        data === undefined ? undefined : `all projects of ${org}; reset on ${formatDay(new Date(data.endsAt), 'UTC')}`
      }
      actions={
        <Link to={`/${org}/settings/quotas`} className={text.link}>
          Open the quotas
        </Link>
      }
    >
      {data === undefined ? (
        month.error === null ? (
          <Skeleton width="100%" height="220px" />
        ) : (
          <ErrorState title="The quotas could not be loaded" error={month.error} retry={() => void month.refetch()} />
        )
      ) : (
        <div className={styles.pools}>
          {data.pools.map((pool) => (
            <PoolUse key={pool.pool} pool={pool} />
          ))}
          <p className={styles.quiet}>
            {data.projection === null
              ? 'There is no projection before the first whole hour with events.'
              : `Projected to the end of the month by the average of the last ${formatCount(data.projection.hours)} whole hours (at most seven days).`}
          </p>
        </div>
      )}
    </Section>
  );
}

function PoolUse({
  pool: { pool, limit, used, projected, reachesLimitAt },
}: {
  readonly pool: Month['pools'][number];
}) {
  const words = limit === null ? `${formatCount(used)}, no limit` : `${formatCount(used)} of ${formatCount(limit)}`;
  return (
    <div className={styles.pool}>
      {limit === null ? (
        <div>
          {pool} · {words}
        </div>
      ) : (
        <Bar label={pool} share={limit === 0 ? 1 : used / limit} note={words} />
      )}
      {projected === null ? null : (
        <div className={styles.quiet}>
          {formatCount(projected)} at the end of the month
          {reachesLimitAt === null ? null : (
            <>
              {' '}
              · the limit is reached on <Time at={reachesLimitAt} form="full" />; further events are refused until the
              month ends
            </>
          )}
        </div>
      )}
    </div>
  );
}
