import { cleanText } from '../text/cleanText.js';

/** What kinds of conditions and drops are called in messages. */
const LABELS: Readonly<Record<string, string>> = {
  new_issue: 'New issue',
  regression: 'Regression',
  ignore_ended: 'Ignoring ended',
  assigned: 'Assigned',
  issue_rate: 'Issue rate',
  issue_trend: 'Trend',
  log_rate: 'Log rate',
  endpoint: 'Endpoint',
  metric: 'Metric',
  spike_cap: 'Spike cap',
  hourly_cap: 'Hourly cap',
  byte_quota: 'Byte quota',
  monthly_quota: 'Monthly quota',
  filter: 'Filter',
  disabled_key: 'Disabled key',
  refused_origin: 'Refused origin',
  backlog: 'Backlog',
  losses: 'Losses',
  silence: 'Silence',
  unmapped_release: 'Release without source maps',
  token_expiry: 'Token expires',
  destination_paused: 'Destination paused',
};

/** Returns the name of a kind. */
export const kindLabel = (kind: string): string =>
  LABELS[kind] ?? (cleanText(kind.replaceAll('_', ' '), 40) || 'Alert');
