/** The pools of monthly quotas, with the events that each counts. */
export const POOL_NAMES = {
  errors: 'Errors (exceptions)',
  logs: 'Logs',
  spans: 'Spans',
  metrics: 'Metrics and hits',
  replays: 'Replays (segments)',
} as const;
