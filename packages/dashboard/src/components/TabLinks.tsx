import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Link } from './Link';
import styles from './TabLinks.module.css';

interface Props {
  /** Names the group for screen readers. */
  readonly label: string;
  /** Path, as in `Link`, and label; the third is a number beside it. */
  readonly tabs: readonly (readonly [to: string, label: string, count?: string])[];
}

/** Pages of a section, beside each other. */
export function TabLinks({ label, tabs }: Props) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Where not all tabs have room, the current one is in view.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (nav.current === null || current === null || current === undefined) return;
    nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
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
