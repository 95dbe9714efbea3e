import { seriesKind, type SeriesCondition } from '../conditions/conditions.js';
import { formatNumber, type Ending, type FiringDetails } from '../words/details.js';

const aMinuteOr = (count: number): string => (count === 1 ? 'a minute' : `${count} minutes`);

const withUnit = (value: number, unit: string): string => `${formatNumber(value)}${unit === '' ? '' : ` ${unit}`}`;

/** The threshold as it was set: `800 ms`. */
const thresholdOf = (condition: SeriesCondition): string =>
  withUnit(condition.threshold, seriesKind(condition).measured(condition).unit);

/** Returns what a condition watches, one line: `GET /cart: 95th percentile above 800 ms`, `error logs above 5 in 10 minutes`. */
export function seriesTitle(condition: SeriesCondition): string {
  const { measured, titleOf } = seriesKind(condition);
  const { name, measure } = measured(condition);
  const limit = thresholdOf(condition);
  return titleOf?.(condition, limit) ?? `${name}: ${measure} ${condition.direction} ${limit}`;
}

/**
 * Returns why a rule about a series fired or recovered, one sentence. The `value` of a 95th percentile is the share of slower
 * spans in percent, because that is what is counted.
 * @param value `null`: there was no data
 */
export function seriesReason(condition: SeriesCondition, value: number | null, isRecovered: boolean): string {
  const { measured, sentence } = seriesKind(condition);
  const { windowMinutes, forMinutes, direction } = condition;
  const limit = thresholdOf(condition);
  const window = `the last ${windowMinutes === 1 ? 'minute' : `${windowMinutes} minutes`}`;
  const held = forMinutes === 0 ? '' : ` It was ${direction} the limit for ${aMinuteOr(forMinutes)}.`;
  const end = isRecovered ? ` It is no longer ${direction} the limit.` : held;
  if (value === null) return `There was no data in ${window}; the limit is ${limit}.${end}`;
  const shown = withUnit(value, measured(condition).unit);
  const said =
    sentence?.(condition, value, { limit, window }) ?? `The value was ${shown} in ${window}; the limit is ${limit}.`;
  return `${said}${end}`;
}

/** Why a firing ended; `undefined`: it has not, or it recovered. */
export const endingOf = ({ ended }: FiringDetails): Ending | undefined => (ended ?? undefined) as Ending | undefined;

/** Returns why a series that fired ended, one sentence. */
export const endedReason = (ending: Ending): string =>
  ending === 'destination deleted'
    ? 'This destination was deleted: it gets no further messages about this.'
    : `The rule was ${ending}: it no longer watches this.`;
