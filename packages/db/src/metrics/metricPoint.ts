import type { Sketch } from '@sluice/sketch';

/** What a stored span measured. */
export interface MetricSamples {
  readonly projectId: string;
  /** The event id: its time decides which minute the values join. */
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
  /** Empty where the span had none. */
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

/**
 * Sums end here, far below where adding them up once more would overflow: PostgreSQL refuses a whole statement for that.
 */
const MAX_SUM = 1e300;

/** A sum within what may be added up again. */
export const saturate = (sum: number): number => Math.min(Math.max(sum, -MAX_SUM), MAX_SUM);
