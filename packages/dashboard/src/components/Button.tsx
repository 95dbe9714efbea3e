import type { ButtonHTMLAttributes, Ref } from 'react';
import { cx } from '../lib/cx';
import styles from './Button.module.css';

/** Looks of a button: `primary` once per view at most; `quiet` without a border, for rows and tool bars. */
type ButtonTone = 'plain' | 'primary' | 'quiet' | 'danger';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: ButtonTone;
  readonly size?: 'normal' | 'small';
  /** Work is under way: the button cannot be pressed again, and keeps its width. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button. An icon alone needs `aria-label`. */
export function Button({ tone = 'plain', size = 'normal', busy = false, className, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.button, styles[tone], size === 'small' && styles.small, busy && styles.busy, className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    />
  );
}
