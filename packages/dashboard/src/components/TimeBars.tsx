import { useState } from 'react';
import { formatCompact, formatCount } from '../lib/format';
import { formatDay, formatMinutes, formatUtc } from '../lib/formatTime';
import { Button } from './Button';
import { SimpleTable } from './SimpleTable';
import styles from './TimeBars.module.css';

/** A bar: the start of its bucket, and what is counted in it. */
export interface TimeBar {
  readonly time: string;
  readonly value: number;
  /** Further counts, for the table. */
  readonly more?: readonly number[];
}

interface Props {
  /** What is counted, for screen readers and the table. */
  readonly label: string;
  readonly interval: 'hour' | 'day';
  readonly bars: readonly TimeBar[];
  /** Titles of `more`. */
  readonly moreLabels?: readonly string[];
  readonly tone?: 'accent' | 'bad';
  /** Keeps its height while the bars load. */
  readonly isLoading?: boolean;
}

/** Days are UTC days, so that they add up; hours are in the reader's zone. */
const nameOf = (time: string, interval: 'hour' | 'day'): string => {
  const at = new Date(time);
  return interval === 'day' ? formatDay(at, 'UTC') : `${formatDay(at)}, ${formatMinutes(at)}`;
};

/** Counts over time as bars, with the same numbers as a table. */
export function TimeBars({ label, interval, bars, moreLabels = [], tone = 'accent', isLoading = false }: Props) {
  const [isTable, setTable] = useState(false);
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure className={styles.figure} aria-label={label} aria-busy={isLoading}>
      <div className={styles.plot}>
        <span className={styles.most}>{isLoading ? '' : formatCompact(most)}</span>
        <svg
          className={tone === 'bad' ? styles.bad : styles.accent}
          viewBox={`0 0 ${Math.max(1, bars.length)} 100`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {bars.map(({ time, value }, index) => {
            const height = value === 0 ? 0 : Math.max(1.5, (value / most) * 100);
            return (
              <rect key={time} x={index + 0.1} width={0.8} y={100 - height} height={height}>
                <title>{`${nameOf(time, interval)} (${formatUtc(new Date(time))}): ${formatCount(value)}`}</title>
              </rect>
            );
          })}
        </svg>
      </div>
      <figcaption className={styles.axis}>
        <span>{first === undefined ? ' ' : nameOf(first.time, interval)}</span>
        <Button tone="quiet" size="small" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Hide table' : 'Table'}
        </Button>
        <span>{last === undefined ? ' ' : nameOf(last.time, interval)}</span>
      </figcaption>
      {isTable ? (
        <div className={styles.table}>
          <SimpleTable
            caption={label}
            rowKey={({ time }) => time}
            rows={bars}
            columns={[
              { title: interval === 'day' ? 'Day (UTC)' : 'Hour', render: ({ time }) => nameOf(time, interval) },
              { title: label, isNumber: true, render: ({ value }) => formatCount(value) },
              ...moreLabels.map((title, index) => ({
                ...{ title, isNumber: true, render: ({ more }: TimeBar) => formatCount(more?.[index] ?? 0) },
              })),
            ]}
          />
        </div>
      ) : null}
    </figure>
  );
}
