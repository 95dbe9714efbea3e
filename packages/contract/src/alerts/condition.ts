// Conditions of alert rules that workers know. All others are in @sluice/alerts.

/** A condition as rules store it. */
export interface StoredCondition {
  readonly kind: string;
}

/** A value over a window, compared with a threshold for a duration. Minutes are of arrival. */
interface SeriesBounds {
  readonly direction: 'above' | 'below';
  readonly threshold: number;
  readonly windowMinutes: number;
  readonly forMinutes: number;
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

/** What the transaction that changes an issue signals. */
export type IssueSignalKind = 'new_issue' | 'regression' | 'ignore_ended' | 'assigned';
