import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { cx } from '../lib/cx';
import styles from './Input.module.css';
import { Field } from './Field';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  /** Above the input; with `hideLabel` for screen readers only. */
  readonly label: string;
  readonly hideLabel?: boolean;
  /** What to enter, below the input. */
  readonly hint?: ReactNode;
  /** What is wrong with the value, and how to correct it. */
  readonly problem?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** An input of one line with its label, hint and problem. */
export function Input({ label, hideLabel, hint, problem, className, ...rest }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} hideLabel={hideLabel} hint={hint} problem={problem}>
      <input
        id={id}
        {...rest}
        className={cx(styles.input, className)}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-hint`}
      />
    </Field>
  );
}
