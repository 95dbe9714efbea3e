import { useEffect, useRef, type InputHTMLAttributes, type ReactNode } from 'react';
import { cx } from '../lib/cx';
import text from '../styles/text.module.css';
import styles from './Checkbox.module.css';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly label: ReactNode;
  readonly hideLabel?: boolean;
  /** What it changes, below the label. */
  readonly hint?: ReactNode;
  /** Some of many are chosen. */
  readonly indeterminate?: boolean;
}

/** A choice of yes or no, with its label. */
export function Checkbox({ label, hideLabel = false, hint, indeterminate = false, className, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={cx(styles.check, className)}>
      <input ref={input} type="checkbox" {...rest} className={styles.box} />
      <span className={cx(styles.words, hideLabel && text.hidden)}>
        {label}
        {hint === undefined ? null : <small className={styles.hint}>{hint}</small>}
      </span>
    </label>
  );
}
