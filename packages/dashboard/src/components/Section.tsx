import type { ReactNode } from 'react';
import { cx } from '../lib/cx';
import styles from './Section.module.css';

interface Props {
  /** For links to this part of the page. */
  readonly id?: string;
  readonly title: string;
  /** Beside the title: what it counts, or a range. */
  readonly note?: ReactNode;
  /** At the right end of the title. */
  readonly actions?: ReactNode;
  /** The content reaches the border, as tables and code do. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

/** A titled part of a page, in a frame. */
export const Section = ({ id, title, note, actions, isFlush = false, children }: Props) => (
  <section id={id} className={styles.section}>
    <header className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      {note === undefined ? null : <div className={styles.note}>{note}</div>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
    <div className={cx(styles.body, isFlush && styles.flush)}>{children}</div>
  </section>
);
