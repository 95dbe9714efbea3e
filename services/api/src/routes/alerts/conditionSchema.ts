import { AUDIENCES, DROP_KINDS, EXCEPTION_LEVELS, LEVELS, METRIC_STATISTICS } from '@sluice/contract';
import {
  anyOf,
  count,
  described,
  integer,
  listOf,
  mapOf,
  named,
  number,
  object,
  oneOf,
  optionalFields,
  text,
} from '@sluice/api-contract';

const kind = <const Kind extends string>(name: Kind) => oneOf(name);
const environment = text();

const bounds = {
  direction: oneOf('above', 'below'),
  threshold: number,
  windowMinutes: described(integer(1, 1_440), 'The value of a minute covers so many minutes up to its end.'),
  forMinutes: described(
    integer(0, 1_440),
    'How many minutes in a row the comparison must hold before the rule fires; 0: at once. Recovery takes as many.',
  ),
};

const logQuery = optionalFields({
  levels: listOf(oneOf(...LEVELS)),
  text: described(text(), 'Part of the message, ignoring case.'),
  attributes: described(mapOf(text()), 'Attributes with exactly these values, compared as text.'),
  environment,
});

const signal = described(
  object({ kind: oneOf('new_issue', 'regression', 'ignore_ended', 'assigned') }),
  'About one issue. `assigned` also fires for destinations with the audience `assignee`, which reach only that member.',
);

const issueRate = described(
  object({
    kind: kind('issue_rate'),
    measure: oneOf('events', 'users'),
    above: count,
    windowMinutes: integer(1, 1_440),
  }),
  'More than `above` events or users of an issue in the last `windowMinutes`.',
);

const issueTrend = described(
  object({ kind: kind('issue_trend'), factor: number, floor: count }),
  'This hour has more than `factor` times the events of the busiest of the same hours of the previous week, and at least `floor`.',
);

const logRate = described(
  object({ kind: kind('log_rate'), ...bounds, query: logQuery }),
  'Number of logs in the window that match all parts of the query. Only in rules of a project.',
);

const endpoint = described(
  object({ kind: kind('endpoint'), ...bounds, measure: oneOf('p95', 'error_rate'), name: text(), environment }, [
    'environment',
  ]),
  'Root spans with this name: `p95` of the duration in milliseconds, `error_rate` in percent. Only in rules of a project.',
);

const metric = described(
  object({ kind: kind('metric'), ...bounds, name: text(), statistic: oneOf(...METRIC_STATISTICS), environment }, [
    'environment',
  ]),
  'The value of a metric. Only in rules of a project.',
);

const drops = described(
  object({ kind: kind('drops'), of: listOf(oneOf(...DROP_KINDS)) }),
  'Data that Sluice drops or lacks.',
);

/** When a rule fires. */
export const conditionSchema = named(
  'AlertCondition',
  anyOf(signal, issueRate, issueTrend, logRate, endpoint, metric, drops),
);

/** Which events fire a rule. */
export const filtersSchema = named('AlertFilters', {
  ...optionalFields({
    levels: listOf(oneOf(...EXCEPTION_LEVELS)),
    environments: described(listOf(text()), 'Globs that match the whole text.'),
    releases: listOf(text()),
    urls: listOf(text()),
    tags: listOf(object({ key: text(), value: text() })),
  }),
  description: 'All given parts must match, one of the values of each.',
});

/** What is set of a destination and is no secret. */
export const configSchema = named(
  'AlertDestinationConfig',
  optionalFields({
    audience: described(oneOf(...AUDIENCES), '`members`. `assignee`: of each issue.'),
    addresses: described(
      listOf(text(320)),
      '`email`: up to 20 addresses. Masked for those who may not change destinations.',
    ),
    chatId: described(text(200), '`telegram`: id or `@name` of the chat.'),
    threadId: described(integer(1, 2_147_483_647), '`telegram`: thread of a group.'),
    server: described(
      text(500),
      '`ntfy`: `https://ntfy.sh` or another server. `opsgenie`: `https://api.opsgenie.com` or `https://api.eu.opsgenie.com`.',
    ),
    topic: described(
      text(64),
      '`ntfy`. A secret: responses have the last four characters of a long one. Sent back as shown, the stored one stays.',
    ),
  }),
);
