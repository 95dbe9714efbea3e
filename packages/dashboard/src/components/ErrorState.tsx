import { ApiError, isMissing } from '../api/apiError';
import { Button } from './Button';
import styles from './EmptyState.module.css';

interface Props {
  /** What could not be shown: `The issues could not be loaded`. */
  readonly title: string;
  readonly error: unknown;
  readonly retry?: () => void;
}

/** What a part shows if it failed: what, why, and a retry, except for something that does not exist. */
export function ErrorState({ title, error, retry }: Props) {
  const message = error instanceof Error ? error.message : 'Something went wrong.';
  return (
    <div className={styles.empty} role="alert">
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{message}</p>
      {error instanceof ApiError ? <p className={styles.code}>{error.code}</p> : null}
      {retry === undefined || isMissing(error) ? null : (
        <div className={styles.actions}>
          <Button onClick={retry}>Try again</Button>
        </div>
      )}
    </div>
  );
}
