import { ApiError } from '../../api/apiError';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import styles from './Alerts.module.css';

interface Props {
  /** What is saved: `rule`. */
  readonly what: string;
  /** The verb of the button: `Save the rule`. */
  readonly action: string;
  readonly isBusy: boolean;
  /** Some fields are marked. */
  readonly isRefused: boolean;
  /** An error that is not about a field. */
  readonly error: unknown;
  /** Reloads what is edited after a concurrent change. */
  readonly reload: (() => void) | undefined;
  readonly cancel: () => void;
}

/** The end of a form: its problems and buttons. Reports a concurrent change. */
export function FormButtons({ what, action, isBusy, isRefused, error, reload, cancel }: Props) {
  const isConflict = error instanceof ApiError && error.status === 412;
  return (
    <div className={styles.save}>
      <div className={styles.saveProblem}>
        {isRefused ? <ErrorNote error={new Error('Correct the fields that are marked.')} /> : null}
        <ErrorNote
          error={
            isConflict
              ? new Error(
                  `The ${what} was changed by someone else. Reload it to see the changes. Your own changes will be lost.`,
                )
              : error
          }
        />
      </div>
      {isConflict && reload !== undefined ? <Button onClick={reload}>Reload</Button> : null}
      <Button onClick={cancel}>Cancel</Button>
      <Button type="submit" tone="primary" busy={isBusy}>
        {action}
      </Button>
    </div>
  );
}
