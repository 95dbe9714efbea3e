import { isObject, LEVELS } from '@sluice/contract';
import {
  amount,
  asked,
  described,
  group,
  line,
  listOf,
  optional,
  word,
  type Field,
  type FieldsValue,
} from '../fields/field.js';
import { formatNumber } from '../words/details.js';
import { amountText, anyOfText, durationText, placeText, spanText } from '../words/sentences.js';
import { seriesKindOf } from './condition.js';
import { BOUNDS, bounds, environment, LONGEST_NAME, SERIES_HINT } from './fields.js';

const LONGEST_TEXT = 1_000;
const MAX_ATTRIBUTES = 10;

/** The longest description of a query in a title. */
const LONGEST_QUERY = 120;

const attributes: Field<Readonly<Record<string, string>>> = {
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  expectation: `an object of up to ${MAX_ATTRIBUTES} attributes whose values are texts`,
  accepts: (value) =>
    isObject(value) &&
    Object.keys(value).length <= MAX_ATTRIBUTES &&
    Object.entries(value).every(
      ([name, text]) => line(LONGEST_NAME).accepts(name) && typeof text === 'string' && text.length <= LONGEST_TEXT,
    ),
};

const QUERY = {
  levels: asked(optional(listOf<string>(`levels (${LEVELS.join(', ')})`, word(...LEVELS), LEVELS.length, 1)), {
    label: 'Levels (all if none is selected)',
  }),
  text: asked(optional(described(line(LONGEST_TEXT), 'Part of the message, ignoring case.')), {
    label: 'Message contains',
    placeholder: 'timeout',
  }),
  attributes: asked(optional(described(attributes, 'Attributes with exactly these values, compared as text.')), {
    label: 'Attributes',
    hint: 'name=value, one per line; all must match.',
  }),
  environment,
};

type LogQuery = FieldsValue<typeof QUERY>;

function describeQuery({ levels = [], text, attributes: wanted = {}, environment: place }: LogQuery): string {
  const found = [
    ...(text === undefined ? [] : [`"${text}"`]),
    ...Object.entries(wanted).map(([key, value]) => `${key}=${value}`),
  ];
  const parts = [
    levels.length === 0 ? 'logs' : `${levels.join(' or ')} logs`,
    ...(found.length === 0 ? [] : [`with ${found.join(', ')}`]),
    ...(place === undefined ? [] : [`in ${place}`]),
  ];
  return parts.join(' ').slice(0, LONGEST_QUERY);
}

/** ` of level error with “timeout” with shop=de in production` */
function queryText({ levels = [], text, attributes: wanted = {}, environment: place }: LogQuery): string {
  const parts = [
    ...(levels.length === 0 ? [] : [`of level ${anyOfText(levels)}`]),
    ...(text === undefined ? [] : [`with “${text}”`]),
    ...Object.entries(wanted).map(([name, value]) => `with ${name}=${value}`),
  ];
  return `${parts.map((part) => ` ${part}`).join('')}${placeText(place)}`;
}

/** The number of logs that match a query. */
export const logRate = seriesKindOf({
  kind: 'log_rate',
  about: 'series',
  page: { path: 'logs', name: 'Logs' },
  reads: 'minutes',
  eventType: 'log',
  description: 'Number of logs in the window that match all parts of the query. Only in rules of a project.',
  choice: 'The number of matching logs is above or below a limit',
  hint: SERIES_HINT,
  label: 'Log rate',
  title: 'Log rate',
  plural: 'log rate alerts',
  fields: {
    ...bounds(asked(amount, { label: 'Logs', min: 0 })),
    query: group(QUERY, `an object with some of ${Object.keys(QUERY).join(', ')}, such as {"levels": ["error"]}`),
  },
  order: ['levels', 'text', 'attributes', ...BOUNDS],
  filters: [],
  when: ({ direction, threshold, windowMinutes, forMinutes, query }) => {
    const most = `${direction === 'above' ? 'more' : 'fewer'} than ${amountText(threshold)}`;
    const logs = `${threshold === 1 ? 'log' : 'logs'}${queryText(query)}`;
    return `there are ${most} ${logs} in ${spanText(windowMinutes)}${durationText(forMinutes)}`;
  },
  measured: ({ query }) => ({ name: describeQuery(query), measure: 'log rate', unit: '' }),
  valueOf: (_condition, { count }) => count,
  canBeEarly: () => true,
  titleOf: ({ query, direction, windowMinutes }, limit) =>
    `${describeQuery(query)} ${direction} ${limit} in ${windowMinutes === 1 ? 'a minute' : `${windowMinutes} minutes`}`,
  sentence: (_condition, value, { limit, window }) =>
    `${formatNumber(value)} ${value === 1 ? 'log' : 'logs'} matched in ${window}; the limit is ${limit}.`,
});
