import { DAY_MS } from '@sluice/contract';
import type { RouteContext, TimeRange } from '@sluice/management';

/** Query parameters of what happened in a range, in one environment or all. */
export interface RangeQuery {
  readonly from?: string;
  readonly to?: string;
  readonly environment?: string;
  /** Zone of the bars. */
  readonly zone?: string;
}

/** Returns the range of a query without one: the last day. @param aheadMs how far after now it ends */
export const recentRange = ({ clock }: Pick<RouteContext, 'clock'>, aheadMs = 0): TimeRange => ({
  fromMs: clock() - DAY_MS,
  toMs: clock() + aheadMs,
});
