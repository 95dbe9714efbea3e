import { lazy, Suspense, useState, type ReactNode } from 'react';
import { formatCompact, formatCount } from '../lib/format';
import { Button } from './Button';
import { ChartTable } from './ChartTable';
import type { ChartData } from './chartTypes';
import styles from './Chart.module.css';
import { ErrorState } from './ErrorState';

/** The plot, or the table where the browser does not run it: uPlot refuses a browser whose language is `C`. */
const Canvas = lazy(() =>
  import('./ChartCanvas').then(
    (module) => ({ default: module.ChartCanvas }),
    () => ({ default: ChartTable }),
  ),
);

interface Props {
  /** Title of the chart, and of the table behind it. */
  readonly title: string;
  readonly note?: ReactNode;
  /** `undefined` while it loads. */
  readonly data: ChartData | undefined;
  readonly error?: Error | null;
  readonly retry?: () => void;
  /** Height of the plot in pixels. It does not change while the chart loads. */
  readonly height?: number;
  /** Called with the ends in milliseconds when someone drags over a part of the range. */
  readonly onPickRange?: (from: number, to: number) => void;
  /** Called with the start of the step that someone presses. */
  readonly onPickStep?: (time: number) => void;
}

const DEFAULT_FORMAT = (value: number, isShort: boolean): string =>
  isShort ? formatCompact(value) : formatCount(value);

/** Bars or lines over time, with the same numbers as a table. The plot is loaded when it is shown. */
export function Chart({ title, note, data, error = null, retry, height = 160, onPickRange, onPickStep }: Props) {
  const [isTable, setTable] = useState(false);
  const format = data?.format ?? DEFAULT_FORMAT;
  return (
    <figure className={styles.chart} aria-busy={data === undefined && error === null}>
      <figcaption className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
        <Button tone="quiet" size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'View as chart' : 'View as table'}
        </Button>
      </figcaption>
      <div className={styles.body} style={{ minHeight: height + LEGEND }}>
        {error !== null && data === undefined ? (
          <ErrorState title={`${title} could not be loaded`} error={error} retry={retry} />
        ) : data === undefined ? null : isTable ? (
          <ChartTable title={title} data={data} format={format} height={Math.max(height + LEGEND, TABLE)} />
        ) : (
          <Suspense>
            <Canvas {...{ title, data, format, height, onPickRange, onPickStep }} />
          </Suspense>
        )}
      </div>
    </figure>
  );
}

/** Height of the line of values below the plot. */
const LEGEND = 28;

/** Least height of the table before it scrolls. */
const TABLE = 320;
