import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../api/operationQuery';
import { Link } from '../components/Link';
import { formatCount } from '../lib/format';
import styles from './IngestionState.module.css';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** How many events the project stored in this hour so far, as a link to what they are. */
export function IngestionState({ org, project }: { readonly org: string; readonly project: string }) {
  const hour = new Date(Math.floor(Date.now() / HOUR) * HOUR).toISOString();
  const { data } = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/stats', { params: { org, project }, query: { from: hour } }),
    refetchInterval: MINUTE,
    staleTime: MINUTE,
    retry: false,
  });
  const total = data === undefined ? undefined : data.data.reduce((sum, { processed }) => sum + processed, 0);
  return (
    <Link to="usage" search={{ range: '1h', from: undefined, to: undefined }} className={styles.state}>
      {total === undefined ? '\u00a0' : `${formatCount(total)} events this hour`}
    </Link>
  );
}
