import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationQuery } from '../../api/operationQuery';
import { Link } from '../../components/Link';
import { Skeleton } from '../../components/Skeleton';
import { cx } from '../../lib/cx';
import { plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import styles from './SetupPage.module.css';
import { DAY_MS } from '../../lib/durations';

/** How soon the page lights up after the first event. */
const POLL_MS = 2_000;

/** Whether events arrived in the last day; asks again until one has. */
export function FirstEvent() {
  const params = useProject();
  const [from] = useState(() => new Date(Date.now() - DAY_MS).toISOString());
  const { data, error } = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/stats', { params, query: { from } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ processed }) => processed > 0) === true ? false : POLL_MS,
  });
  if (data === undefined && error !== null)
    return <p role="alert">Could not check whether events arrive: {error.message}</p>;
  if (data === undefined) return <Skeleton width="28ch" />;
  const count = data.data.reduce((sum, { processed }) => sum + processed, 0);
  return (
    <p role="status">
      <i className={cx(styles.light, count > 0 && styles.on)} aria-hidden="true" />
      {count === 0 ? (
        'Waiting for the first event. This page updates when it arrives.'
      ) : (
        <>
          {plural(count, 'event')} stored in the last day ·{' '}
          <Link to="issues" className={text.link}>
            Open the issues
          </Link>
        </>
      )}
    </p>
  );
}
