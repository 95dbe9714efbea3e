import { Link } from './Link';
import styles from './TabLinks.module.css';

interface Props {
  /** Names the group for screen readers. */
  readonly label: string;
  /** Path, as in `Link`, and label; the third is a number beside it. */
  readonly tabs: readonly (readonly [to: string, label: string, count?: string])[];
}

/** Pages of a section, beside each other. */
export const TabLinks = ({ label, tabs }: Props) => (
  <nav aria-label={label} className={styles.tabs}>
    {tabs.map(([to, name, count]) => (
      <Link key={to} to={to} className={styles.tab}>
        {name}
        {count === undefined ? null : <span className={styles.count}>{count}</span>}
      </Link>
    ))}
  </nav>
);
