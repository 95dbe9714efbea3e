import { Fragment, type ReactNode } from 'react';
import { Skeleton } from './Skeleton';
import styles from './StatLine.module.css';

interface Props {
  /** Facts in the order of their importance: text, or links around a number. */
  readonly facts: readonly ReactNode[];
  readonly isLoading?: boolean;
}

/** A sum in words: "38 open · 2,104 events from 1,190 users". */
export function StatLine({ facts, isLoading = false }: Props) {
  if (isLoading) return <Skeleton width="32ch" />;
  return (
    <p className={styles.line}>
      {facts.map((fact, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <span aria-hidden="true"> · </span>}
          <span className={styles.fact}>{fact}</span>
        </Fragment>
      ))}
    </p>
  );
}
