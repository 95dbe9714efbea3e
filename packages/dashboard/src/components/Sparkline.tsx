import { cx } from '../lib/cx';
import styles from './Sparkline.module.css';

interface Props {
  /** One value for each step, oldest first. */
  readonly values: readonly number[];
  /** What the bars say, for screen readers: `Events by hour: 1,284, most 212`. */
  readonly label: string;
  readonly tone?: 'plain' | 'bad';
}

const HEIGHT = 24;

/** Bars without axes, in a row of a list. A step without anything has a dash, so that the range is visible. */
export function Sparkline({ values, label, tone = 'plain' }: Props) {
  const most = Math.max(1, ...values);
  return (
    <svg
      className={cx(styles.line, tone === 'bad' && styles.bad)}
      viewBox={`0 0 ${values.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / most) * HEIGHT);
        return (
          <rect
            key={index}
            className={value === 0 ? styles.none : undefined}
            x={index + 0.1}
            y={HEIGHT - height}
            width={0.8}
            height={height}
          />
        );
      })}
    </svg>
  );
}
