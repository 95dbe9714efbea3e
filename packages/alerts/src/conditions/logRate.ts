import { LEVELS, type LogQuery, type LogRateCondition } from '@sluice/contract';
import { between, isObject, line, optional, problemsOf, someOf, word, type FieldRules } from '../fieldRules.js';
import { formatNumber } from '../words/details.js';
import type { SeriesKind } from './condition.js';
import { BOUNDS, environment, LONGEST_NAME, MAX_COUNT } from './fields.js';

const LONGEST_TEXT = 1_000;
const MAX_ATTRIBUTES = 10;

/** The longest description of a query in a title. */
const LONGEST_QUERY = 120;

const QUERY: FieldRules = {
  levels: optional(someOf(`levels (${LEVELS.join(', ')})`, word(...LEVELS), LEVELS.length)),
  text: optional(line(LONGEST_TEXT)),
  attributes: optional({
    expectation: `an object of up to ${MAX_ATTRIBUTES} attributes whose values are texts`,
    accepts: (value) =>
      isObject(value) &&
      Object.keys(value).length <= MAX_ATTRIBUTES &&
      Object.entries(value).every(
        ([name, text]) => line(LONGEST_NAME).accepts(name) && typeof text === 'string' && text.length <= LONGEST_TEXT,
      ),
  }),
  environment,
};

function describeQuery({ levels = [], text, attributes = {}, environment: place }: LogQuery): string {
  const found = [
    ...(text === undefined ? [] : [`"${text}"`]),
    ...Object.entries(attributes).map(([key, value]) => `${key}=${value}`),
  ];
  const parts = [
    levels.length === 0 ? 'logs' : `${levels.join(' or ')} logs`,
    ...(found.length === 0 ? [] : [`with ${found.join(', ')}`]),
    ...(place === undefined ? [] : [`in ${place}`]),
  ];
  return parts.join(' ').slice(0, LONGEST_QUERY);
}

/** The number of logs that match a query. */
export const logRate: SeriesKind<LogRateCondition> = {
  kind: 'log_rate',
  about: 'series',
  reads: 'minutes',
  eventType: 'log',
  label: 'Log rate',
  title: 'Log rate',
  plural: 'log rates',
  fields: {
    ...BOUNDS,
    threshold: between(0, MAX_COUNT),
    query: {
      expectation: `an object with some of ${Object.keys(QUERY).join(', ')}, such as {"levels": ["error"]}`,
      accepts: isObject,
    },
  },
  problems: ({ query }, path) => (isObject(query) ? problemsOf(query, QUERY, `${path}.query`) : []),
  filters: [],
  measured: ({ query }) => ({ name: describeQuery(query), measure: 'log rate', unit: '' }),
  valueOf: (_condition, { count }) => count,
  canBeEarly: () => true,
  titleOf: ({ query, direction, windowMinutes }, limit) =>
    `${describeQuery(query)} ${direction} ${limit} in ${windowMinutes === 1 ? 'a minute' : `${windowMinutes} minutes`}`,
  sentence: (_condition, value, { limit, window }) =>
    `${formatNumber(value)} ${value === 1 ? 'log' : 'logs'} matched in ${window}; the limit is ${limit}.`,
};
