import { useEffect, type ReactNode } from 'react';
import { cx } from '../lib/cx';
import { visible } from '../lib/visible';
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
  /** Lines of a narrow window that the sum takes, so that the page does not move when it is loaded. Three: it has its own line in any. */
  readonly sumLines?: 1 | 2 | 3;
  /** Buttons at the right end. */
  readonly actions?: ReactNode;
}

const LINES = { 1: undefined, 2: styles.two, 3: styles.three };

/** The head of every page: its title, the sum in words, and what can be done with all of it. */
export function PageHead({ title, parent, before, sum, sumLines = 2, actions }: Props) {
  useEffect(() => {
    document.title = `${visible(title)} · Sluice`;
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
      <div className={cx(styles.words, sumLines === 3 && styles.long)}>
        {before}
        <h1 className={styles.title}>{title}</h1>
        {sum === undefined ? null : <div className={cx(styles.sum, LINES[sumLines])}>{sum}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
