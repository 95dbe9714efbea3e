import type { ReactNode } from 'react';
import { cx } from '../lib/cx';
import text from '../styles/text.module.css';
import styles from './Input.module.css';

interface Props {
  /** Id of the control, whose `aria-describedby` is `<id>-hint`. */
  readonly id: string;
  readonly label: string;
  readonly hideLabel?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** A label above a control, and a hint or problem below it. */
export const Field = ({ id, label, hideLabel = false, hint, problem, children }: Props) => (
  <div className={styles.field}>
    <label htmlFor={id} className={cx(styles.label, hideLabel && text.hidden)}>
      {label}
    </label>
    {children}
    <p id={`${id}-hint`} className={problem === undefined ? styles.hint : styles.problem}>
      {problem ?? hint}
    </p>
  </div>
);
