import { useEffect, type ReactNode } from 'react';
import text from '../styles/text.module.css';
import { Link } from './Link';
import styles from './PageHead.module.css';

interface Props {
  /** Title of the page, and of the window. */
  readonly title: string;
  /** The list that the page belongs to: its page of the project, and its name. */
  readonly parent?: readonly [to: string, name: string];
  /** What the page is about if that is more than the title, such as a badge before it. */
  readonly before?: ReactNode;
  /** The sum in words: a `StatLine`. */
  readonly sum?: ReactNode;
  /** Buttons at the right end. */
  readonly actions?: ReactNode;
}

/** The head of every page: its title, the sum in words, and what can be done with all of it. */
export function PageHead({ title, parent, before, sum, actions }: Props) {
  useEffect(() => {
    document.title = `${title} · Sluice`;
  }, [title]);
  return (
    <header className={styles.head}>
      {parent === undefined ? null : (
        <p className={styles.parent}>
          <Link to={parent[0]} className={text.link}>
            {parent[1]}
          </Link>
        </p>
      )}
      <div className={styles.words}>
        {before}
        <h1 className={styles.title}>{title}</h1>
        {sum === undefined ? null : <div className={styles.sum}>{sum}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
