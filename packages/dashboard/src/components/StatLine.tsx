import { Fragment, type ReactNode } from 'react';
import { Button } from './Button';
import { Skeleton } from './Skeleton';
import styles from './StatLine.module.css';

interface Props {
  /** Facts in the order of their importance: text, or links around a number. */
  readonly facts: readonly ReactNode[];
  readonly isLoading?: boolean;
  /** The query that counts: if it failed, the line says so. */
  readonly of?: { readonly data: unknown; readonly error: Error | null; readonly refetch: () => unknown };
}

/** A sum in words: "38 open · 2,104 events from 1,190 users". */
export function StatLine({ facts, isLoading = false, of }: Props) {
  if (of !== undefined && of.error !== null && of.data === undefined) {
    return (
      <p className={styles.line} role="alert">
        The sums could not be loaded. {of.error.message}{' '}
        <Button size="small" tone="quiet" onClick={() => void of.refetch()}>
          Try again
        </Button>
      </p>
    );
  }
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
