import { useId, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react';
import { cx } from '../lib/cx';
import { Field } from './Field';
import styles from './Input.module.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  readonly problem?: string;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** An input of several lines, as `Input`. */
export function TextArea({ label, hideLabel, hint, problem, className, ...rest }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} hideLabel={hideLabel} hint={hint} problem={problem}>
      <textarea
        id={id}
        rows={4}
        {...rest}
        className={cx(styles.input, styles.area, className)}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-hint`}
      />
    </Field>
  );
}
