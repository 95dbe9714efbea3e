import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface Props {
  /** What was not found: `No issues in the last 24 hours`. */
  readonly title: string;
  /** Why, and the next step. */
  readonly children?: ReactNode;
  /** The next step: buttons or links. */
  readonly actions?: ReactNode;
}

/** What a page or a part shows if there is nothing to show: the reason and the next step. */
export function EmptyState({ title, children, actions }: Props) {
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>{title}</h2>
      {children === undefined ? null : <div className={styles.text}>{children}</div>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
