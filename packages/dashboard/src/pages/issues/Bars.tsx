import { formatCount } from '../../lib/format';
import styles from './Bars.module.css';

interface Props {
  readonly counts: readonly number[];
  /** What the bars are, for screen readers: `Events by hour`. */
  readonly label: string;
  /** It grows: shown in the color of trouble. */
  readonly isHot?: boolean;
}

const WIDTH = 120;
const HEIGHT = 24;

/** A small chart of counts over time, in a fixed place. Its numbers are beside it. */
export function Bars({ counts, label, isHot = false }: Props) {
  const most = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length);
  const sum = counts.reduce((total, count) => total + count, 0);
  return (
    <svg
      className={isHot ? styles.hot : styles.bars}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${formatCount(sum)} in all, at most ${formatCount(Math.max(0, ...counts))}`}
    >
      {counts.map((count, index) => {
        const height = count === 0 ? 1 : Math.max(2, (count / most) * (HEIGHT - 1));
        const gap = step > 3 ? 1 : 0.3;
        return (
          <rect
            key={index}
            className={count === 0 ? styles.none : undefined}
            x={index * step}
            y={HEIGHT - height}
            width={Math.max(0.8, step - gap)}
            height={height}
          />
        );
      })}
    </svg>
  );
}
