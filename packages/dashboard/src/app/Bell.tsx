import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../api/operationQuery';
import { Icon } from '../components/Icon';
import { Link } from '../components/Link';
import { plural } from '../lib/format';
import styles from './Bell.module.css';

const UNREAD = 'GET /api/0/organizations/{org}/alerts/inbox/unread';
const REFRESH_MS = 30_000;
const MOST = 99;

/** The reader's inbox in an organization, with the number of unread messages. */
export function Bell({ org }: { readonly org: string }) {
  const { data } = useQuery({
    ...operationQuery(UNREAD, { params: { org } }),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
    retry: false,
  });
  const unread = data?.unread ?? 0;
  return (
    <Link
      to={`/${org}/inbox`}
      className={styles.bell}
      aria-label={unread === 0 ? 'Inbox' : `Inbox, ${plural(unread, 'unread message')}`}
      title={`Inbox of ${org}`}
    >
      <Icon name="bell" />
      {unread === 0 ? null : (
        <span className={styles.count} aria-hidden="true">
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      )}
    </Link>
  );
}
