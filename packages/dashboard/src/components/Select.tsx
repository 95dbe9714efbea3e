import { useId, type ReactNode, type SelectHTMLAttributes } from 'react';
import { cx } from '../lib/cx';
import { Field } from './Field';
import styles from './Input.module.css';

interface Props extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  /** Value and label. */
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onPick: (value: string) => void;
}

/** One of a few fixed values; the list is the system's own. For many values, or values that are found by typing, use `Picker`. */
export function Select({ label, hideLabel, hint, problem, options, onPick, className, ...rest }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} hideLabel={hideLabel} hint={hint} problem={problem}>
      <select
        id={id}
        {...rest}
        className={cx(styles.input, className)}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onPick(event.target.value)}
      >
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}
