import { SERVER_KEY_PREFIX, type DropKind } from '@sluice/contract';

/** Numbers and names of a firing, as the decision stored them. */
export type FiringDetails = Readonly<Record<string, unknown>>;

/** What a message calls a condition. */
export interface Wording {
  /** Of one firing: `New issue`. */
  readonly label: string;
  /** Of several firings: `12 new issues`. */
  readonly plural: string;
  /** One sentence: why the rule fired. */
  readonly reason: (details: FiringDetails) => string;
}

const text = (details: FiringDetails, key: string): string => {
  const value = details[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
const number = (details: FiringDetails, key: string): string => {
  const value = details[key];
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 2 }) : '?';
};
const minutes = (details: FiringDetails): string => {
  const value = details['windowMinutes'];
  return value === 1 ? 'minute' : `${number(details, 'windowMinutes')} minutes`;
};

/** Returns the key of a firing as the dashboard shows it, with its label and when it was disabled. */
function keyName(details: FiringDetails): string {
  const [key, label, disabledAt] = ['key', 'label', 'disabledAt'].map((name) => text(details, name));
  const shown = key?.startsWith(SERVER_KEY_PREFIX) === true ? `${key}…` : key;
  const when = disabledAt === '' ? 'is disabled' : `was disabled on ${disabledAt?.slice(0, 10)}`;
  return `the key ${shown}${label === '' ? '' : ` (${label})`}, which ${when}`;
}

/** Wordings of conditions about issues. */
export const ISSUE_WORDINGS: Readonly<Record<string, Wording>> = {
  new_issue: {
    label: 'New issue',
    plural: 'new issues',
    reason: () => 'Never seen before.',
  },
  regression: {
    label: 'Regression',
    plural: 'regressions',
    reason: (details) => {
      const after = text(details, 'resolvedIn');
      const release = text(details, 'release');
      return `It was resolved${after === '' ? '' : ` in ${after}`} and occurred again${release === '' ? '' : ` in ${release}`}.`;
    },
  },
  ignore_ended: {
    label: 'Ignored issue is back',
    plural: 'ignored issues are back',
    reason: (details) => {
      const by = text(details, 'by');
      if (by === 'time') return 'It was ignored until now.';
      return `It reached the number of ${by === 'users' ? 'users' : 'events'} until which it was ignored.`;
    },
  },
  assigned: {
    label: 'Assigned to you',
    plural: 'issues assigned to you',
    reason: (details) => {
      const by = text(details, 'by');
      return by === '' ? 'The issue was assigned to you.' : `${by} assigned the issue to you.`;
    },
  },
  issue_rate: {
    label: 'Issue is frequent',
    plural: 'issues are frequent',
    reason: (details) =>
      `It had ${number(details, 'value')} ${text(details, 'measure')} in the last ${minutes(details)}; the limit is ${number(details, 'threshold')}.`,
  },
  issue_trend: {
    label: 'Issue is rising',
    plural: 'issues are rising',
    reason: (details) =>
      `It had ${number(details, 'value')} events this hour; the busiest same hour of the last seven days had ${number(details, 'baseline')}.`,
  },
};

/** Wordings of what Sluice drops or lacks. */
export const DROP_WORDINGS: Readonly<Record<DropKind, Wording>> = {
  spike_cap: {
    label: 'Spike protection drops events',
    plural: 'spikes',
    reason: (details) =>
      `Spike protection refused ${number(details, 'count')} ${text(details, 'type')} events this hour. The cap can be lifted until the hour ends.`,
  },
  hourly_cap: {
    label: 'Hourly cap reached',
    plural: 'hourly caps reached',
    reason: (details) => `The hourly cap of the project refused ${number(details, 'count')} events this hour.`,
  },
  byte_quota: {
    label: 'Byte quota reached',
    plural: 'byte quotas reached',
    reason: (details) => `The bytes per hour are used up: ${number(details, 'count')} events were refused this hour.`,
  },
  monthly_quota: {
    label: 'Monthly quota',
    plural: 'monthly quotas',
    reason: (details) =>
      `${number(details, 'percent')} % of the month’s ${text(details, 'pool')} are used: ${number(details, 'count')} of ${number(details, 'limit')}.` +
      (Number(details['percent']) >= 100 ? ' Further events are refused until the month ends.' : ''),
  },
  filter: {
    label: 'A filter drops many events',
    plural: 'filters that drop many events',
    reason: (details) =>
      `The filter ${text(details, 'reason')} dropped ${number(details, 'count')} events this hour, ${number(details, 'percent')} % of all; the day before it was ${number(details, 'before')} %.`,
  },
  disabled_key: {
    label: 'A disabled key is used',
    plural: 'disabled keys are used',
    reason: (details) =>
      `${number(details, 'count')} requests today used ${keyName(details)}. Find the application that still sends with it, and give it a key that is enabled.`,
  },
  refused_origin: {
    label: 'An origin is refused',
    plural: 'origins are refused',
    reason: (details) =>
      `${number(details, 'count')} requests today came from origins that are not allowed, most of them from ${text(details, 'origin')}.`,
  },
  backlog: {
    label: 'Spans and replays are refused',
    plural: 'backlogs',
    reason: (details) =>
      `The workers are behind, so ${number(details, 'count')} ${text(details, 'type')} events were refused this hour.`,
  },
  losses: {
    label: 'Events were lost',
    plural: 'losses',
    reason: (details) =>
      `${number(details, 'count')} ${text(details, 'type')} events were acknowledged and are not stored. Ask the operator of this installation.`,
  },
  silence: {
    label: 'The project is silent',
    plural: 'silent projects',
    reason: (details) =>
      `No event arrived for ${number(details, 'minutes')} minutes. At this hour of earlier days there were at least ${number(details, 'usual')}.`,
  },
  unmapped_release: {
    label: 'A release has no source maps',
    plural: 'releases without source maps',
    reason: (details) =>
      `Frames of ${text(details, 'release')} are minified and no source map is uploaded for it. Maps that are uploaded later apply to stored exceptions, too.`,
  },
  token_expiry: {
    label: 'A token expires',
    plural: 'tokens expire',
    reason: (details) => `The token ${text(details, 'hint')} expires on ${text(details, 'expiresAt').slice(0, 10)}.`,
  },
};

/** Wording of conditions about series, whose reason needs the condition: see `seriesReason`. */
export const SERIES_WORDINGS: Readonly<Record<string, Omit<Wording, 'reason'>>> = {
  log_rate: { label: 'Log rate', plural: 'log rates' },
  endpoint: { label: 'Endpoint', plural: 'endpoints' },
  metric: { label: 'Metric', plural: 'metrics' },
};
