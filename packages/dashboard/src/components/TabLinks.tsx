import { useLocation } from '@tanstack/react-router';
import { Link } from './Link';
import styles from './TabLinks.module.css';
import { useTabScroll } from './useTabScroll';

interface Props {
  /** Names the group for screen readers. */
  readonly label: string;
  /** Path, as in `Link`, and label; the third is a number beside it. */
  readonly tabs: readonly (readonly [to: string, label: string, count?: string])[];
}

/** Pages of a section, beside each other. */
export function TabLinks({ label, tabs }: Props) {
  const { pathname } = useLocation();
  const nav = useTabScroll<HTMLElement>('[aria-current="page"]', pathname);
  return (
    <nav ref={nav} aria-label={label} className={styles.tabs}>
      {tabs.map(([to, name, count]) => (
        <Link key={to} to={to} className={styles.tab}>
          {name}
          {count === undefined ? null : <span className={styles.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
