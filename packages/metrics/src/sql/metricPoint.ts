import type { Sketch } from '@sluice/sketch';

/** Many values of a metric at once, as a histogram has them. */
export interface ValueSummary {
  /** How many values. */
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** Values that stand for all, with how often they occur; the occurrences add up to `count`. */
  readonly values: readonly (readonly [value: number, times: number])[];
}

/** The metric values of a stored event. */
export interface MetricSamples {
  readonly projectId: string;
  /** The event id. Its time decides the minute. */
  readonly id: string;
  readonly environment: string | null;
  readonly release: string | null;
  /** Finite numbers by name, or summaries of them. */
  readonly values: Readonly<Record<string, number | ValueSummary>>;
}

/** One transaction's share of a series' minute. */
export interface MetricPoint {
  readonly projectId: string;
  readonly name: string;
  /** Empty if the event had none. */
  readonly environment: string;
  readonly release: string;
  readonly minuteMs: number;
  /** The smallest event id that went into it. */
  part: string;
  count: number;
  sum: number;
  min: number;
  max: number;
  readonly sketch: Sketch;
}
