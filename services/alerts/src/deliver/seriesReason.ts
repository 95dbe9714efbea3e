import type { SeriesCondition } from '@sluice/contract';

/** A value with its unit. */
interface Measured {
  /** What the value is of: `GET /cart`, `checkout.total`, `error logs with "paid"`. */
  readonly title: string;
  /** What is measured: `p95`, `error rate`, `sum`. */
  readonly measure: string;
  /** `ms`, `%`, or empty. */
  readonly unit: string;
}

const LONGEST_QUERY = 120;

/** Returns what a condition measures. */
function measuredBy(condition: SeriesCondition): Measured {
  switch (condition.kind) {
    case 'endpoint':
      return condition.measure === 'p95'
        ? { title: condition.name, measure: '95th percentile', unit: 'ms' }
        : { title: condition.name, measure: 'error rate', unit: '%' };
    case 'metric':
      return { title: condition.name, measure: condition.statistic, unit: '' };
    case 'log_rate':
      return { title: describeQuery(condition.query), measure: 'log rate', unit: '' };
  }
}

function describeQuery({ levels = [], text, attributes = {}, environment }: LogQuery): string {
  const found = [
    ...(text === undefined ? [] : [`"${text}"`]),
    ...Object.entries(attributes).map(([key, value]) => `${key}=${value}`),
  ];
  const parts = [
    levels.length === 0 ? 'logs' : `${levels.join(' or ')} logs`,
    ...(found.length === 0 ? [] : [`with ${found.join(', ')}`]),
    ...(environment === undefined ? [] : [`in ${environment}`]),
  ];
  return parts.join(' ').slice(0, LONGEST_QUERY);
}

type LogQuery = Extract<SeriesCondition, { kind: 'log_rate' }>['query'];

const format = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });
const aMinuteOr = (count: number): string => (count === 1 ? 'a minute' : `${count} minutes`);
const minutes = (count: number): string => (count === 1 ? 'minute' : `${count} minutes`);

/** Returns what a condition watches, one line: `GET /cart: 95th percentile above 800 ms`, `error logs above 5 in 10 minutes`. */
export function seriesTitle(condition: SeriesCondition): string {
  const { title, measure } = measuredBy(condition);
  if (condition.kind === 'log_rate')
    return `${title} ${condition.direction} ${limitOf(condition)} in ${aMinuteOr(condition.windowMinutes)}`;
  return `${title}: ${measure} ${condition.direction} ${limitOf(condition)}`;
}

/** Returns the numbers that a message shows. Of a 95th percentile: the share of slower spans, whose limit is 5 %. */
export function seriesNumbers(condition: SeriesCondition): { readonly threshold: number; readonly unit: string } {
  if (condition.kind === 'endpoint' && condition.measure === 'p95') return { threshold: SLOWEST_PERCENT, unit: '%' };
  return { threshold: condition.threshold, unit: measuredBy(condition).unit };
}

/** Share of spans above the 95th percentile. */
const SLOWEST_PERCENT = 5;

function limitOf(condition: SeriesCondition): string {
  const { unit } = measuredBy(condition);
  return `${format(condition.threshold)}${unit === '' ? '' : ` ${unit}`}`;
}

/**
 * Returns why a rule about a series fired or recovered, one sentence. The `value` of a 95th percentile is the share of slower
 * spans in percent, because that is what is counted.
 * @param value `null`: there was no data
 */
export function seriesReason(condition: SeriesCondition, value: number | null, isRecovered: boolean): string {
  const { unit } = measuredBy(condition);
  const limit = limitOf(condition);
  const window = `the last ${minutes(condition.windowMinutes)}`;
  const end = isRecovered ? ` It is no longer ${condition.direction} the limit.` : forText(condition.forMinutes);
  if (value === null) return `There was no data in ${window}; the limit is ${limit}.${end}`;
  if (condition.kind === 'endpoint' && condition.measure === 'p95')
    return `${format(value)} % of the requests in ${window} took longer than ${limit}; the limit is ${SLOWEST_PERCENT} %.${end}`;
  if (condition.kind === 'log_rate')
    return `${format(value)} ${value === 1 ? 'log' : 'logs'} matched in ${window}; the limit is ${limit}.${end}`;
  const shown = `${format(value)}${unit === '' ? '' : ` ${unit}`}`;
  return `It was ${shown} in ${window}; the limit is ${limit}.${end}`;
}

const forText = (count: number): string => (count === 0 ? '' : ` It held for ${aMinuteOr(count)}.`);

/** What was done to the rule of a firing that ended by it; `undefined`: it recovered. */
export const endingOf = ({ ended }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof ended === 'string' ? ended : undefined;

/** Returns why a series that fired ended, one sentence. */
export const endedReason = (ending: string): string =>
  ending === 'destination deleted'
    ? 'This destination was deleted: it gets no further messages about this.'
    : `The rule was ${ending}: it no longer watches this.`;
