import type { Sketch } from '@sluice/sketch';

/** The metric values of a stored span. */
export interface MetricSamples {
  readonly projectId: string;
  /** The event id. Its time decides the minute. */
  readonly id: string;
  readonly environment: string | null;
  readonly release: string | null;
  /** Finite numbers by name. */
  readonly values: Readonly<Record<string, number>>;
}

/** One transaction's share of a series' minute. */
export interface MetricPoint {
  readonly projectId: string;
  readonly name: string;
  /** Empty if the span had none. */
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
