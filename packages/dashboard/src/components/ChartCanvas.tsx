import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onThemeChange, readTheme } from '../lib/theme';
import { chartOptions } from './chartOptions';
import type { ChartData } from './chartTypes';
import { ChartLegend } from './ChartLegend';
import { ChartMarkers } from './ChartMarkers';
import styles from './Chart.module.css';
import { placeMarkers, type PlacedMarker } from './placeMarkers';
import { stackValues } from './stackValues';

interface Props {
  readonly title: string;
  readonly data: ChartData;
  readonly format: (value: number, isShort: boolean) => string;
  readonly height: number;
  readonly onPickRange?: (from: number, to: number) => void;
  readonly onPickStep?: (time: number) => void;
}

/** The plot of `Chart`. Screen readers get the table instead. */
export function ChartCanvas({ title, data, format, height, onPickRange, onPickStep }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const [placed, setPlaced] = useState(NO_MARKERS);
  const theme = useSyncExternalStore(onThemeChange, themeKey);
  const pick = useRef({ onPickRange, onPickStep });
  useEffect(() => {
    pick.current = { onPickRange, onPickStep };
  });
  const values = useMemo(() => toPlotData(data), [data]);
  const canPick = onPickRange !== undefined || onPickStep !== undefined;
  useEffect(() => {
    const { current: element } = place;
    if (element === null) return undefined;
    const options = chartOptions({
      data,
      format,
      height,
      element,
      width: element.clientWidth,
      onHover: setHovered,
      onDraw: (drawn) => setPlaced(placesOf(drawn, data)),
      onPickRange: onPickRange === undefined ? undefined : (from, to) => pick.current.onPickRange?.(from, to),
      onPickStep: onPickStep === undefined ? undefined : (time) => pick.current.onPickStep?.(time),
    });
    const plot = new uPlot(options, values, element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
    // The handlers are read when they are called.
  }, [data, values, format, height, theme, canPick]);
  return (
    <>
      <div className={styles.place}>
        <div
          ref={place}
          className={styles.plot}
          style={{ height }}
          role="img"
          aria-label={`${title}. View as table for the numbers.`}
        />
        <ChartMarkers placed={placed} />
      </div>
      <ChartLegend data={data} format={format} index={hovered} />
    </>
  );
}

const NO_MARKERS: readonly PlacedMarker[] = [];

/** Where the markers are, from the left end of the canvas. */
function placesOf(plot: uPlot, { markers = [] }: ChartData): readonly PlacedMarker[] {
  if (markers.length === 0) return NO_MARKERS;
  const { left, width } = plot.over.getBoundingClientRect();
  const offset = left - plot.root.getBoundingClientRect().left;
  return placeMarkers(markers, (time) => plot.valToPos(time / 1_000, 'x'), width).map((place) => ({
    ...place,
    left: place.left + offset,
  }));
}

/** Changes with every change of the colors. */
const themeKey = (): string => `${readTheme()} ${matchMedia('(prefers-color-scheme: dark)').matches}`;

const toPlotData = ({ times, series, kind }: ChartData): uPlot.AlignedData => {
  const values = series.map((one) => [...one.values]);
  return [times.map((time) => time / 1_000), ...(kind === 'bars' ? stackValues(values) : values)];
};
