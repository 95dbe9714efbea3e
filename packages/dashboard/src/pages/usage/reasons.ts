/** What a reason means, and what someone can do about it. */
export interface ReasonFacts {
  readonly outcome: 'filtered' | 'rate limited' | 'invalid';
  readonly rule: string;
  /** The page with the remedy, with `{org}` for the organization, and what the link says. */
  readonly remedy?: readonly [to: string, label: string];
}

const FILTERS = ['settings/filters', 'Open the filter'] as const;
const LIMITS = ['settings/limits', 'Change the limit'] as const;
const filtered = (rule: string): ReasonFacts => ({ outcome: 'filtered', rule, remedy: FILTERS });
const limited = (rule: string): ReasonFacts => ({ outcome: 'rate limited', rule, remedy: LIMITS });
const invalid = (rule: string): ReasonFacts => ({ outcome: 'invalid', rule });

/** Every reason of protocol 3.1. */
export const REASONS: Readonly<Record<string, ReasonFacts>> = {
  not_an_object: invalid('The event is not a JSON object.'),
  type: invalid('The type is missing or unknown. It is exception, log, span, hit or replay.'),
  timestamp: invalid('The timestamp is missing or not ISO 8601.'),
  payload: invalid('A field of the payload is missing or has the wrong type.'),
  too_large: invalid('The event is larger than 1 MiB, or a replay than 10 MiB.'),
  too_deep: invalid('The event is nested deeper than 64 levels.'),
  ingestion_off: {
    outcome: 'filtered',
    rule: 'The setting “Accept events” is off.',
    remedy: ['settings/general', 'Turn it on'],
  },
  ip: filtered('The client’s address is filtered. Such events are never sampled.'),
  environment: filtered('The environment is filtered.'),
  release: filtered('The release is filtered.'),
  crawler: filtered('The user agent is a known crawler.'),
  message: filtered('The message is filtered.'),
  browser_extension: filtered('A browser extension threw the exception.'),
  localhost: filtered('The page is on localhost.'),
  legacy_browser: filtered('The browser is a legacy browser.'),
  sampled: {
    outcome: 'filtered',
    rule: 'Dropped by the sample rate of the type.',
    remedy: ['settings/limits', 'Change the rate'],
  },
  backlog: { outcome: 'rate limited', rule: 'The queues were behind: spans and replays were refused. Add workers.' },
  spike: limited('Spike protection: more than in the previous two hours together.'),
  hourly_cap: limited('Over the limit of events per hour (eventsPerHour).'),
  byte_quota: limited('Over the limit of bytes per hour (bytesPerHour).'),
  monthly_quota: {
    outcome: 'rate limited',
    rule: 'The organization’s monthly quota is used up: an owner raises it, or the next month begins.',
    remedy: ['/{org}/settings/quotas', 'Open the quotas'],
  },
};
