import type { ReactNode } from 'react';
import { cx } from '../lib/cx';
import styles from './Badge.module.css';

/** Meaning of a badge: states and outcomes only. */
export type BadgeTone = 'plain' | 'accent' | 'good' | 'warn' | 'bad' | 'info';

/** A short state in a row: `new`, `regressed`. */
export function Badge({ tone = 'plain', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>;
}
