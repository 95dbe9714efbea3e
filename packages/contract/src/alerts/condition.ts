/** How a value is compared with its threshold. */
export type Direction = 'above' | 'below';

/** Statistics of a metric that a condition may watch. */
export const METRIC_STATISTICS = ['avg', 'sum', 'count', 'min', 'max', 'p50', 'p95', 'p99'] as const;

/** One of {@link METRIC_STATISTICS}. */
export type MetricStatistic = (typeof METRIC_STATISTICS)[number];

/** What {@link DropsCondition} reports; see docs/alerts.md. */
export const DROP_KINDS = [
  'spike_cap',
  'hourly_cap',
  'byte_quota',
  'monthly_quota',
  'filter',
  'disabled_key',
  'refused_origin',
  'backlog',
  'losses',
  'silence',
  'unmapped_release',
  'token_expiry',
] as const;

/** One of {@link DROP_KINDS}. */
export type DropKind = (typeof DROP_KINDS)[number];

/** A value over a window, compared with a threshold for a duration. Minutes are of arrival. */
interface SeriesBounds {
  readonly direction: Direction;
  readonly threshold: number;
  /** The value of a minute covers this many minutes up to its end. */
  readonly windowMinutes: number;
  /** How many minutes in a row the comparison must hold before the rule fires; 0: at once. Recovery takes as many. */
  readonly forMinutes: number;
}

/** Conditions about one issue that the transaction which changes it signals. */
export type IssueSignalCondition =
  | { readonly kind: 'new_issue' }
  | { readonly kind: 'regression' }
  /** An ignored issue reached its limit of events, users or time. */
  | { readonly kind: 'ignore_ended' }
  /** An issue was assigned to a member, who is the only recipient of a destination with the audience `assignee`. */
  | { readonly kind: 'assigned' };

/** More than `above` events or users of an issue in the last `windowMinutes`. */
export interface IssueRateCondition {
  readonly kind: 'issue_rate';
  readonly measure: 'events' | 'users';
  readonly above: number;
  readonly windowMinutes: number;
}

/**
 * This hour has more than `factor` times the events of the busiest of the same hours of the previous week (each of the seven
 * days before), and at least `floor` events.
 */
export interface IssueTrendCondition {
  readonly kind: 'issue_trend';
  readonly factor: number;
  readonly floor: number;
}

/** Logs that match a query, counted over the window. */
export interface LogRateCondition extends SeriesBounds {
  readonly kind: 'log_rate';
  readonly query: LogQuery;
}

/** All given parts must match. */
export interface LogQuery {
  readonly levels?: readonly string[];
  /** Part of the message, ignoring case. */
  readonly text?: string;
  /** Attributes with exactly these values, compared as text. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly environment?: string;
}

/**
 * Root spans of a name. `p95` compares the 95th percentile of the duration with a threshold in milliseconds: it is above the
 * threshold exactly if more than 5 % of the spans took longer. `error_rate` is the share of spans with an error, in percent.
 */
export interface EndpointCondition extends SeriesBounds {
  readonly kind: 'endpoint';
  readonly measure: 'p95' | 'error_rate';
  readonly name: string;
  readonly environment?: string;
}

/** The value of a metric. */
export interface MetricCondition extends SeriesBounds {
  readonly kind: 'metric';
  readonly name: string;
  readonly statistic: MetricStatistic;
  readonly environment?: string;
}

/** Data that Sluice drops or lacks. */
export interface DropsCondition {
  readonly kind: 'drops';
  readonly of: readonly DropKind[];
}

/** Conditions that are evaluated every minute, with a recovery. */
export type SeriesCondition = LogRateCondition | EndpointCondition | MetricCondition;

/** When a rule fires. */
export type AlertCondition =
  IssueSignalCondition | IssueRateCondition | IssueTrendCondition | SeriesCondition | DropsCondition;

/** A kind of {@link AlertCondition}. */
export type AlertConditionKind = AlertCondition['kind'];

/** Which events of issues fire a rule; all given parts must match, one of the values of each. Globs as in protocol 2.9. */
export interface AlertFilters {
  readonly levels?: readonly string[];
  readonly environments?: readonly string[];
  readonly releases?: readonly string[];
  readonly urls?: readonly string[];
  readonly tags?: readonly { readonly key: string; readonly value: string }[];
}

/** What the transaction that changes an issue signals. */
export type IssueSignalKind = IssueSignalCondition['kind'];
