import type { ChartData } from './chartTypes';

const HOUR_MS = 3_600_000;

/** Returns the length and the zone of the steps of a chart by hour or by UTC day. */
export const stepsOf = (interval: 'hour' | 'day'): Pick<ChartData, 'step' | 'zone'> =>
  interval === 'hour' ? { step: HOUR_MS } : { step: 24 * HOUR_MS, zone: 'UTC' };
