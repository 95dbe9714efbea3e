import { useId, type ReactNode } from 'react';
import styles from './Card.module.css';

interface Props {
  readonly title: string;
  /** Beside the title: a sum, a link. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export function Card({ title, note, children }: Props) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {note === undefined ? null : <div className={styles.note}>{note}</div>}
      </header>
      {children}
    </section>
  );
}
