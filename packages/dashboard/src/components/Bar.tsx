import type { ReactNode } from 'react';
import { formatShare } from '../lib/format';
import styles from './Bar.module.css';

interface Props {
  /** What has the share: text, or a link to it. */
  readonly label: ReactNode;
  /** From 0 to 1. */
  readonly share: number;
  /** Beside the share: a count. */
  readonly note?: ReactNode;
}

/** A share of a whole, as a row of a distribution. */
export const Bar = ({ label, share, note }: Props) => (
  <div className={styles.bar}>
    <div className={styles.words}>
      <span className={styles.label}>{label}</span>
      <span className={styles.note}>
        {note} {formatShare(share)}
      </span>
    </div>
    <div className={styles.track}>
      <div className={styles.fill} style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
    </div>
  </div>
);
