import { formatRange, formatRangeUtc } from '../lib/formatTime';
import type { ChartData } from './chartTypes';
import styles from './Chart.module.css';

interface Props {
  readonly data: ChartData;
  readonly format: (value: number, isShort: boolean) => string;
  /** The step under the pointer. */
  readonly index: number | undefined;
}

/** The names of the series; with the values of the step under the pointer, and its time. */
export function ChartLegend({ data, format, index }: Props) {
  const { series, times, step } = data;
  const time = index === undefined ? undefined : times[index];
  const range = time === undefined ? undefined : { from: new Date(time), to: new Date(time + step) };
  return (
    <div className={styles.legend}>
      {series.map(({ id, label, color, values }) => (
        <span key={id} className={styles.key}>
          <i className={styles.dot} style={{ background: `var(--${color})` }} />
          {label}
          {index === undefined ? null : <b className={styles.value}>{valueText(values[index], format)}</b>}
        </span>
      ))}
      <span className={styles.when} title={range === undefined ? undefined : formatRangeUtc(range)}>
        {range === undefined ? null : formatRange(range)}
      </span>
    </div>
  );
}

const valueText = (value: number | null | undefined, format: Props['format']): string =>
  value === null || value === undefined ? '–' : format(value, false);
