import type { ResponseOf } from '../../api/callApi';
import { Badge } from '../../components/Badge';
import { formatCount } from '../../lib/format';
import text from '../../styles/text.module.css';
import styles from './Alerts.module.css';
import { ItemAction, ItemLink } from './ItemLink';
import { messageFacts } from './messageFacts';

/** A message, as destinations and inboxes get it. */
type Message = ResponseOf<'GET /api/0/organizations/{org}/alerts/inbox'>['data'][number]['message'];

/** What a message reports: each item with its link, the reason, and where it happened. */
export function MessageItems({ org, message }: { readonly org: string; readonly message: Message }) {
  const place = { org, project: message.project };
  const rest = message.total - message.items.length;
  return (
    <ul className={styles.items}>
      {message.items.map((item) => (
        <li key={item.firingId} className={styles.item}>
          <span>
            <ItemLink place={place} item={item} />{' '}
            {item.state === 'recovered' ? <Badge tone="good">recovered</Badge> : null}
          </span>
          <span className={styles.why}>{item.reason}</span>
          {item.issue?.culprit === undefined || item.issue.culprit === null ? null : (
            <span className={`${text.mono} ${styles.culprit}`}>{item.issue.culprit}</span>
          )}
          <span className={styles.small}>{messageFacts(item).join(' · ')}</span>
          <ItemAction place={place} item={item} />
        </li>
      ))}
      {rest > 0 ? <li className={text.quiet}>and {formatCount(rest)} more</li> : null}
    </ul>
  );
}
