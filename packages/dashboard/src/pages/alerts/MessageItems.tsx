import { useState } from 'react';
import type { ResponseOf } from '../../api/callApi';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { Link } from '../../components/Link';
import { formatCount } from '../../lib/format';
import text from '../../styles/text.module.css';
import type { AlertPlace } from './alertPage';
import styles from './Alerts.module.css';
import { ItemAction, ItemLink } from './ItemLink';
import { messageFacts, ruleFacts } from './messageFacts';

/** A message, as destinations and inboxes get it. */
type Message = ResponseOf<'GET /api/0/organizations/{org}/alerts/inbox'>['data'][number]['message'];

interface Props {
  readonly org: string;
  readonly message: Message;
  /** The title of the message links to its only item: it has no title of its own. */
  readonly isTitled?: boolean;
  /** Shows the first few items, and the others on request. */
  readonly isFolded?: boolean;
}

/** Items of a message that is folded. */
const FIRST_ITEMS = 3;

/** What a message reports: each item with its link, the reason, and where it happened. */
export function MessageItems({ org, message, isTitled = false, isFolded = false }: Props) {
  const [isOpen, setOpen] = useState(!isFolded);
  const place = { org, project: message.project };
  // A button for one more item would be as large as the item.
  const most = isOpen || message.items.length === FIRST_ITEMS + 1 ? message.items.length : FIRST_ITEMS;
  const rules = ruleFacts(message.items);
  const folded = Math.max(0, message.items.length - most);
  return (
    <ul className={styles.items}>
      {message.items.slice(0, most).map((item) => (
        <li key={item.firingId} className={styles.item}>
          {isTitled ? null : (
            <span>
              <ItemLink place={place} item={item} />{' '}
              {item.state === 'recovered' ? <Badge tone="good">recovered</Badge> : null}
            </span>
          )}
          <span className={styles.sentence}>{item.reason}</span>
          {item.issue?.culprit === undefined || item.issue.culprit === null ? null : (
            <span className={`${text.mono} ${styles.culprit}`}>{item.issue.culprit}</span>
          )}
          {isTitled && typeof item.issue?.sourceLine === 'string' ? (
            <code className={styles.line}>{item.issue.sourceLine}</code>
          ) : null}
          <span className={styles.small}>
            {[
              ...messageFacts(item),
              ...rules.ofEach(item),
              ...(isTitled && rules.ofAll !== undefined ? [rules.ofAll] : []),
            ].join(' · ')}
          </span>
          <ItemAction place={place} item={item} />
        </li>
      ))}
      {folded > 0 ? (
        <li>
          <Button size="small" onClick={() => setOpen(true)}>
            Show {formatCount(folded)} more
          </Button>
        </li>
      ) : (
        <Rest place={place} count={message.total - message.items.length} />
      )}
      {isTitled || rules.ofAll === undefined ? null : <li className={styles.small}>Reported by the {rules.ofAll}</li>}
      {(message.unsent ?? []).map(({ ruleId, text: sentence }) => (
        <li key={ruleId} className={styles.small}>
          {sentence} <HistoryLink place={place} ruleId={ruleId} text="Show unsent firings" />
        </li>
      ))}
    </ul>
  );
}

/** The number of firings beyond the listed ones, with a link to the history. */
function Rest({ place, count }: { readonly place: AlertPlace; readonly count: number }) {
  if (count <= 0) return null;
  return (
    <li className={text.quiet}>
      and {formatCount(count)} more in the <HistoryLink place={place} text="history" />
    </li>
  );
}

interface HistoryProps {
  readonly place: AlertPlace;
  /** Unset: of all rules. */
  readonly ruleId?: string;
  readonly text: string;
}

function HistoryLink({ place: { org, project }, ruleId, text: words }: HistoryProps) {
  const to = project === null ? `/${org}/settings/alerts` : `/${org}/${encodeURIComponent(project)}/alerts`;
  return (
    <Link to={to} search={{ tab: 'history', by: ruleId }} className={text.link}>
      {words}
    </Link>
  );
}
