import type { ResponseOf } from '../../api/callApi';
import { Link } from '../../components/Link';
import text from '../../styles/text.module.css';
import { alertPage, liftOf, type AlertPlace } from './alertPage';
import styles from './Alerts.module.css';

type Item = ResponseOf<'GET /api/0/organizations/{org}/alerts/inbox'>['data'][number]['message']['items'][number];

interface Props {
  readonly place: AlertPlace;
  readonly item: Item;
  /** Unset: the title of the item. */
  readonly title?: string;
}

/** The title of an item, as a link to the page that shows it here; text if there is none. */
export function ItemLink({ place, item, title = item.title }: Props) {
  const page = alertPage(place, item);
  return page === undefined ? (
    <span className={styles.itemTitle}>{title}</span>
  ) : (
    <Link to={page.to} className={styles.itemLink}>
      {title}
    </Link>
  );
}

/** What a message proposes to do: a link to the page whose button does it. */
export function ItemAction({ place: { org, project }, item: { action } }: Props) {
  const lift = liftOf(action?.url);
  if (action === undefined || lift === undefined || project === null) return null;
  return (
    <Link to={`/${org}/${encodeURIComponent(project)}/usage`} search={lift} className={text.link}>
      {action.label}
    </Link>
  );
}
