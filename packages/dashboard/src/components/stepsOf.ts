import type { ChartData } from './chartTypes';
import { HOUR_MS } from '../lib/durations';

/** Returns the length of the steps of a chart by hour or by day. */
export const stepsOf = (interval: 'hour' | 'day'): Pick<ChartData, 'step'> => ({
  step: interval === 'hour' ? HOUR_MS : 24 * HOUR_MS,
});
