import { capitalize } from '../../lib/capitalize';
import { formatCount, plural } from '../../lib/format';
import type { Firing } from './alertTypes';
import { formatSpan } from './describeCondition';
import { DROP_NAMES } from './dropNames';

type Details = Firing['details'];

/** What a history says of a firing. */
export interface DescribedFiring {
  /** What happened: `New issue`. */
  readonly label: string;
  /** Why the rule fired, one sentence without its end; empty if the label says it all. */
  readonly why: string;
}

const number = (details: Details, key: string): number | undefined => {
  const value = details[key];
  return typeof value === 'number' ? value : undefined;
};
const text = (details: Details, key: string): string => {
  const value = details[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
const shown = (value: number | undefined): string =>
  value === undefined ? '?' : value.toLocaleString('en-US', { maximumFractionDigits: 2 });
const counted = (details: Details, one: string): string => plural(number(details, 'count') ?? 0, one);

const LABELS: Readonly<Record<string, string>> = {
  new_issue: 'New issue',
  regression: 'Regression',
  ignore_ended: 'Ignored issue is back',
  assigned: 'Assigned',
  issue_rate: 'Issue is frequent',
  issue_trend: 'Issue is rising',
  log_rate: 'Log rate',
  endpoint: 'Endpoint',
  metric: 'Metric',
  monthly_quota: 'Monthly quota',
};

/** Returns the name of a kind of condition or drop: `New issue`, `The project falls silent`. */
const kindLabel = (kind: string): string =>
  LABELS[kind] ?? (kind in DROP_NAMES ? capitalize(DROP_NAMES[kind as keyof typeof DROP_NAMES]) : kind);

type Reason = (details: Details) => string;

const REASONS: Readonly<Record<string, Reason>> = {
  new_issue: () => 'never seen before',
  regression: (details) => {
    const [before, release] = [text(details, 'resolvedIn'), text(details, 'release')];
    return `resolved${before === '' ? '' : ` in ${before}`}, back${release === '' ? '' : ` in ${release}`}`;
  },
  ignore_ended: (details) =>
    text(details, 'by') === 'time'
      ? 'the time of its ignore is over'
      : `it reached its number of ${text(details, 'by')}`,
  assigned: (details) => (text(details, 'by') === '' ? '' : `by ${text(details, 'by')}`),
  issue_rate: (details) =>
    `${shown(number(details, 'value'))} ${text(details, 'measure')} in ${formatSpan(number(details, 'windowMinutes') ?? 0)}, limit ${shown(number(details, 'threshold'))}`,
  issue_trend: (details) =>
    `${plural(number(details, 'value') ?? 0, 'event')} this hour, at most ${formatCount(number(details, 'baseline') ?? 0)} in the same hour of last week`,
  spike_cap: (details) => `${counted(details, text(details, 'type') || 'event')} refused in the hour`,
  hourly_cap: (details) => `${counted(details, 'event')} refused in the hour`,
  byte_quota: (details) => `${counted(details, 'event')} refused in the hour`,
  monthly_quota: (details) =>
    `${shown(number(details, 'percent'))} % of ${text(details, 'pool')}: ${formatCount(number(details, 'count') ?? 0)} of ${formatCount(number(details, 'limit') ?? 0)}`,
  filter: (details) =>
    `${text(details, 'reason')}: ${counted(details, 'event')}, ${shown(number(details, 'percent'))} % of the hour, ${shown(number(details, 'before'))} % the day before`,
  disabled_key: (details) => `${counted(details, 'request')} of the day with ${text(details, 'key')}`,
  refused_origin: (details) => `${counted(details, 'request')} of the day, most from ${text(details, 'origin')}`,
  backlog: (details) => `${counted(details, text(details, 'type') || 'event')} refused in the hour`,
  losses: (details) => `${counted(details, text(details, 'type') || 'event')} not stored`,
  silence: (details) =>
    `no event for ${formatSpan(number(details, 'minutes') ?? 0)}; usually at least ${formatCount(number(details, 'usual') ?? 0)} in this hour`,
  unmapped_release: (details) => text(details, 'release'),
  token_expiry: (details) => `the token …${text(details, 'hint')} ends on ${text(details, 'expiresAt').slice(0, 10)}`,
};

/** Returns what happened and why, in words. */
export function describeFiring({ kind, state, details }: Pick<Firing, 'kind' | 'state' | 'details'>): DescribedFiring {
  const series = seriesOf(details);
  if (series === undefined) return { label: kindLabel(kind), why: REASONS[kind]?.(details) ?? '' };
  const ended = text(details, 'ended');
  if (ended !== '') return { label: series.name, why: `the rule was ${ended}` };
  return { label: series.name, why: seriesReason(series, number(details, 'value'), state === 'recovered') };
}

interface Series {
  readonly name: string;
  readonly unit: string;
  /** `above` or `below`. */
  readonly direction: string;
  readonly limit: string;
  readonly windowMinutes: number;
}

/** The condition of a series as it was then, which the firing keeps. */
function seriesOf(details: Details): Series | undefined {
  const { condition } = details;
  if (typeof condition !== 'object' || condition === null) return undefined;
  const { kind, name, measure, statistic, direction, threshold, windowMinutes } = condition as Readonly<
    Record<string, unknown>
  >;
  const isP95 = kind === 'endpoint' && measure === 'p95';
  const unit = kind === 'endpoint' ? (isP95 ? ' ms' : ' %') : '';
  const what = kind === 'endpoint' ? (isP95 ? 'p95' : 'error rate') : kind === 'metric' ? String(statistic) : '';
  return {
    name: kind === 'log_rate' ? 'Log rate' : `${String(name)} ${what}`,
    // What is counted of a p95 is the share of slower requests.
    unit: isP95 ? ` % slower than ${shown(Number(threshold))} ms` : unit,
    direction: String(direction),
    limit: isP95 ? '5 %' : `${shown(Number(threshold))}${unit}`,
    windowMinutes: Number(windowMinutes),
  };
}

function seriesReason(
  { unit, direction, limit, windowMinutes }: Series,
  value: number | undefined,
  isRecovered: boolean,
): string {
  const span = formatSpan(windowMinutes);
  if (value === undefined) return `no data over ${span}, limit ${limit}`;
  return `${shown(value)}${unit} over ${span}, ${isRecovered ? 'back within' : direction} the limit of ${limit}`;
}
