import { Link } from '../../components/Link';
import { formatCount } from '../../lib/format';
import { useSearch } from '../../lib/useSearch';
import styles from '../../components/TabLinks.module.css';
import type { ResponseOf } from '../../api/callApi';
import { TABS, type SUMMARY, type Tab } from './issue';

/** The states of issues, each with the number of issues in it. */
export function IssueTabs({ tab, summary }: { readonly tab: Tab; readonly summary?: ResponseOf<typeof SUMMARY> }) {
  const { query, sort, level, tag, user, url, assignee } = useSearch();
  return (
    <nav aria-label="States" className={styles.tabs} style={{ marginBottom: 'var(--s3)' }}>
      {TABS.map(([name, label]) => (
        <Link
          key={name}
          to="issues"
          search={{ query, sort, level, tag, user, url, assignee, status: name }}
          className={styles.tab}
          aria-current={name === tab ? 'page' : undefined}
        >
          {label} <span className={styles.count}>{summary === undefined ? ' ' : formatCount(summary[name])}</span>
        </Link>
      ))}
    </nav>
  );
}
