import type { ChartData } from './chartTypes';

const HOUR_MS = 3_600_000;

/** Returns the length of the steps of a chart by hour or by day. */
export const stepsOf = (interval: 'hour' | 'day'): Pick<ChartData, 'step'> => ({
  step: interval === 'hour' ? HOUR_MS : 24 * HOUR_MS,
});
