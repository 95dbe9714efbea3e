import { formatDay, formatRange, formatRangeUtc } from '../lib/formatTime';
import styles from './Chart.module.css';
import type { ChartData } from './chartTypes';
import { DAY_MS } from '../lib/durations';

interface Props {
  readonly title: string;
  readonly data: ChartData;
  readonly format: (value: number, isShort: boolean) => string;
  readonly height: number;
}

/** The numbers of a chart. */
export function ChartTable({ title, data, format, height }: Props) {
  const { times, markers = [], markerName = 'Marker', step } = data;
  const series = [...data.series, ...(data.others ?? [])];
  const markerOf = (time: number): string =>
    markers
      .filter((marker) => marker.time >= time && marker.time < time + step)
      .map(({ label }) => label)
      .join(', ');
  return (
    <div
      className={styles.scroll}
      style={{ maxHeight: height }}
      tabIndex={0}
      role="region"
      aria-label={`${title}: table`}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ id, label }) => (
              <th key={id} scope="col" className={styles.number}>
                {label}
              </th>
            ))}
            {markers.length === 0 ? null : <th scope="col">{markerName}</th>}
          </tr>
        </thead>
        <tbody>
          {times.map((time, index) => (
            <tr key={time}>
              <th scope="row">
                <Step time={time} step={step} />
              </th>
              {series.map(({ id, values }) => (
                <td key={id} className={styles.number}>
                  {formatValue(values[index], format)}
                </td>
              ))}
              {markers.length === 0 ? null : <td>{markerOf(time)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const formatValue = (value: number | null | undefined, format: Props['format']): string =>
  value === null || value === undefined ? '–' : format(value, false);

/** A step in the reader's zone, a day by its date; in UTC on hover. */
function Step({ time, step }: { readonly time: number; readonly step: number }) {
  const range = { from: new Date(time), to: new Date(time + step) };
  return (
    <time dateTime={range.from.toISOString()} title={formatRangeUtc(range)}>
      {step === DAY_MS ? formatDay(range.from) : formatRange(range)}
    </time>
  );
}
