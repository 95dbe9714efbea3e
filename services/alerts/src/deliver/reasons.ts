import { monthOf, SERVER_KEY_PREFIX, type DropKind } from '@sluice/contract';

/** Numbers and names of a firing, as the decision stored them. */
export type FiringDetails = Readonly<Record<string, unknown>>;

/** What a message calls a condition. */
export interface Wording {
  /** Of one firing: `New issue`. */
  readonly label: string;
  /** Of several firings: `12 new issues`. */
  readonly plural: string;
  /** One sentence: why the rule fired. @param at when the message is made, which may be hours after a drop */
  readonly reason: (details: FiringDetails, at: Date) => string;
}

const text = (details: FiringDetails, key: string): string => {
  const value = details[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
const number = (details: FiringDetails, key: string): string => {
  const value = details[key];
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 2 }) : '?';
};
/** `1 event`, `1,204 error events`; the verb for the number follows with {@link were}. */
const counted = (details: FiringDetails, noun: string, key = 'count'): string =>
  `${number(details, key)} ${noun}${details[key] === 1 ? '' : 's'}`;
const were = (details: FiringDetails): string => (details['count'] === 1 ? 'was' : 'were');
const minutes = (details: FiringDetails): string => {
  const value = details['windowMinutes'];
  return value === 1 ? 'minute' : `${number(details, 'windowMinutes')} minutes`;
};

/** Whether the hour of a drop is under way at a time. */
export const isOfPresentHour = (details: FiringDetails, at: Date): boolean =>
  ['', at.toISOString().slice(0, 13)].includes(text(details, 'hour').slice(0, 13));

/** Returns when a drop of an hour was: `this hour`, or which one. */
function hourName(details: FiringDetails, at: Date): string {
  if (isOfPresentHour(details, at)) return 'this hour';
  const [day, time] = text(details, 'hour').split('T');
  return `in the hour from ${day} ${time?.slice(0, 5)} UTC`;
}

/** Returns when a drop of a day was: `today`, or which one. */
function dayName(details: FiringDetails, at: Date): string {
  const day = text(details, 'day');
  return day === '' || day === at.toISOString().slice(0, 10) ? 'today' : `on ${day} (UTC)`;
}

/** Returns the key of a firing as the dashboard shows it, with its label and when it was disabled. */
function keyName(details: FiringDetails): string {
  const [key, label, disabledAt] = ['key', 'label', 'disabledAt'].map((name) => text(details, name));
  const shown = key?.startsWith(SERVER_KEY_PREFIX) === true ? `${key}…` : key;
  const when = disabledAt === '' ? 'is disabled' : `was disabled on ${disabledAt?.slice(0, 10)}`;
  return `the key ${shown}${label === '' ? '' : ` (${label})`}, which ${when}`;
}

/** `1 event`, `12 users`: the measure of a rate is stored in the plural. */
const measured = (details: FiringDetails): string =>
  counted(details, text(details, 'measure').replace(/s$/, ''), 'value');

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
      `It had ${measured(details)} in the last ${minutes(details)}; the limit is ${number(details, 'threshold')}.`,
  },
  issue_trend: {
    label: 'Issue is rising',
    plural: 'issues are rising',
    reason: (details) =>
      `It had ${counted(details, 'event', 'value')} this hour; the busiest same hour of the last seven days had ${number(details, 'baseline')}.`,
  },
};

/** Wordings of what Sluice drops or lacks. */
export const DROP_WORDINGS: Readonly<Record<DropKind, Wording>> = {
  spike_cap: {
    label: 'Spike protection drops events',
    plural: 'spikes',
    reason: (details, at) =>
      `Spike protection refused ${counted(details, `${text(details, 'type')} event`)} ${hourName(details, at)}.` +
      (isOfPresentHour(details, at) ? ' The cap can be lifted until the hour ends.' : ''),
  },
  hourly_cap: {
    label: 'Hourly cap reached',
    plural: 'hourly caps reached',
    reason: (details, at) =>
      `The hourly cap of the project refused ${counted(details, 'event')} ${hourName(details, at)}.`,
  },
  byte_quota: {
    label: 'Byte quota reached',
    plural: 'byte quotas reached',
    reason: (details, at) =>
      `The bytes per hour ${isOfPresentHour(details, at) ? 'are' : 'were'} used up: ${counted(details, 'event')} ${were(details)} refused ${hourName(details, at)}.`,
  },
  monthly_quota: {
    label: 'Monthly quota',
    plural: 'monthly quotas',
    reason: (details, at) => {
      const used = `${number(details, 'count')} of ${number(details, 'limit')}`;
      const month = Number(details['month'] ?? monthOf(at.getTime()));
      if (month !== monthOf(at.getTime()))
        return `${number(details, 'percent')} % of the ${text(details, 'pool')} of ${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')} were used: ${used}.`;
      const refused = Number(details['percent']) >= 100 ? ' Further events are refused until the month ends.' : '';
      return `${number(details, 'percent')} % of the month’s ${text(details, 'pool')} are used: ${used}.${refused}`;
    },
  },
  filter: {
    label: 'A filter drops many events',
    plural: 'filters that drop many events',
    reason: (details, at) =>
      `The filter ${text(details, 'reason')} dropped ${counted(details, 'event')} ${hourName(details, at)}, ${number(details, 'percent')} % of all; the day before it was ${number(details, 'before')} %.`,
  },
  disabled_key: {
    label: 'A disabled key is used',
    plural: 'disabled keys are used',
    reason: (details, at) =>
      `${counted(details, 'request')} ${dayName(details, at)} used ${keyName(details)}. Find the application that still sends with it, and give it a key that is enabled.`,
  },
  refused_origin: {
    label: 'An origin is refused',
    plural: 'origins are refused',
    reason: (details, at) =>
      `${counted(details, 'request')} ${dayName(details, at)} came from origins that are not allowed, most of them from ${text(details, 'origin')}.`,
  },
  backlog: {
    label: 'Spans and replays are refused',
    plural: 'backlogs',
    reason: (details, at) =>
      `The workers ${isOfPresentHour(details, at) ? 'are' : 'were'} behind, so ${counted(details, `${text(details, 'type')} event`)} ${were(details)} refused ${hourName(details, at)}.`,
  },
  losses: {
    label: 'Events were lost',
    plural: 'losses',
    reason: (details) =>
      `${counted(details, `${text(details, 'type')} event`)} ${were(details)} acknowledged and ${details['count'] === 1 ? 'is' : 'are'} not stored. Ask the operator of this installation.`,
  },
  silence: {
    label: 'The project is silent',
    plural: 'silent projects',
    reason: (details) =>
      `No event arrived for ${counted(details, 'minute', 'minutes')}. At this hour of earlier days there ${details['usual'] === 1 ? 'was' : 'were'} at least ${number(details, 'usual')}.`,
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
    reason: (details, at) => {
      const expiresAt = text(details, 'expiresAt');
      const verb = Date.parse(expiresAt) <= at.getTime() ? 'expired' : 'expires';
      return `The token ${text(details, 'hint')} ${verb} on ${expiresAt.slice(0, 10)}.`;
    },
  },
};

/** Wording of conditions about series, whose reason needs the condition: see `seriesReason`. */
export const SERIES_WORDINGS: Readonly<Record<string, Omit<Wording, 'reason'>>> = {
  log_rate: { label: 'Log rate', plural: 'log rates' },
  endpoint: { label: 'Endpoint', plural: 'endpoints' },
  metric: { label: 'Metric', plural: 'metrics' },
};
