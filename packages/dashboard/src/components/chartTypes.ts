/** Tokens of colors that charts may use. */
export type SeriesColor =
  | 'processed'
  | 'filtered'
  | 'rate-limited'
  | 'invalid'
  | 'series-1'
  | 'series-2'
  | 'series-3'
  | 'series-4'
  | 'series-5'
  | 'series-6'
  | 'good'
  | 'warn'
  | 'bad'
  | 'ink-3';

/** One line, or one part of the bars. */
export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  readonly color: SeriesColor;
  /** A value for each time; `null` where there is none. */
  readonly values: readonly (number | null)[];
}

/** A moment that explains a change: a release. */
export interface ChartMarker {
  /** Milliseconds. */
  readonly time: number;
  readonly label: string;
  /** Its page, as `to` of `Link`. */
  readonly to?: string;
}

/** What a chart shows. */
export interface ChartData {
  /** Starts of the steps in milliseconds, ascending. */
  readonly times: readonly number[];
  /** Length of a step in milliseconds. */
  readonly step: number;
  readonly series: readonly ChartSeries[];
  /** Further numbers of each step, which only the table shows. */
  readonly others?: readonly Pick<ChartSeries, 'id' | 'label' | 'values'>[];
  /** Bars are stacked. */
  readonly kind: 'bars' | 'lines';
  readonly markers?: readonly ChartMarker[];
  /** What the markers are: `Release`. */
  readonly markerName?: string;
  /** Writes a value, on the axis (`isShort`) and in the table. */
  readonly format?: (value: number, isShort: boolean) => string;
}
