import { DROP_KINDS, LEVELS, METRIC_STATISTICS, type AlertCondition, type AlertConditionKind } from '@sluice/contract';
import {
  above,
  between,
  finite,
  isObject,
  line,
  optional,
  problemsOf,
  someOf,
  whole,
  word,
  type FieldRule,
  type FieldRules,
} from './fieldRules.js';

/** The most conditions of a rule. */
const MAX_CONDITIONS = 10;

const DAY_MINUTES = 1_440;
const LONGEST_NAME = 250;
const LONGEST_TEXT = 1_000;
const MAX_ATTRIBUTES = 10;
const MAX_COUNT = 1_000_000_000;

const environment = optional(line(LONGEST_NAME));

/** Fields of every condition about a series, but its threshold. */
const BOUNDS = {
  direction: word('above', 'below'),
  windowMinutes: whole(1, DAY_MINUTES, 'minutes'),
  forMinutes: whole(0, DAY_MINUTES, 'minutes'),
} as const;

const attributes: FieldRule = {
  expectation: `an object of up to ${MAX_ATTRIBUTES} attributes whose values are texts`,
  accepts: (value) =>
    isObject(value) &&
    Object.keys(value).length <= MAX_ATTRIBUTES &&
    Object.entries(value).every(
      ([name, text]) => line(LONGEST_NAME).accepts(name) && typeof text === 'string' && text.length <= LONGEST_TEXT,
    ),
};

const LOG_QUERY: FieldRules = {
  levels: optional(someOf(`levels (${LEVELS.join(', ')})`, word(...LEVELS), LEVELS.length)),
  text: optional(line(LONGEST_TEXT)),
  attributes: optional(attributes),
  environment,
};

const logQuery: FieldRule = {
  expectation: `an object with some of ${Object.keys(LOG_QUERY).join(', ')}, such as {"levels": ["error"]}`,
  accepts: isObject,
};

/** The fields of each kind of condition beside `kind`. */
const FIELDS: Readonly<Record<AlertConditionKind, FieldRules>> = {
  new_issue: {},
  regression: {},
  ignore_ended: {},
  assigned: {},
  issue_rate: {
    measure: word('events', 'users'),
    above: whole(0, MAX_COUNT),
    windowMinutes: whole(1, DAY_MINUTES, 'minutes'),
  },
  issue_trend: { factor: above(1), floor: whole(1, MAX_COUNT) },
  log_rate: { ...BOUNDS, threshold: between(0, MAX_COUNT), query: logQuery },
  endpoint: {
    ...BOUNDS,
    measure: word('p95', 'error_rate'),
    threshold: above(0),
    name: line(LONGEST_NAME),
    environment,
  },
  metric: {
    ...BOUNDS,
    name: line(LONGEST_NAME),
    statistic: word(...METRIC_STATISTICS),
    threshold: finite,
    environment,
  },
  drops: { of: someOf(`drops (${DROP_KINDS.join(', ')})`, word(...DROP_KINDS), DROP_KINDS.length) },
};

const KINDS = Object.keys(FIELDS) as readonly AlertConditionKind[];

/** Returns every problem of a rule's conditions; empty: they are {@link AlertCondition}s. */
export function conditionProblems(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_CONDITIONS) {
    return [`conditions: must be a list of 1 to ${MAX_CONDITIONS} conditions`];
  }
  return value.flatMap((condition: unknown, index) => problemsOfOne(condition, `conditions[${index}]`));
}

/** Whether a value is a list of conditions. */
export const areConditions = (value: unknown): value is readonly AlertCondition[] =>
  conditionProblems(value).length === 0;

const isKind = (kind: unknown): kind is AlertConditionKind => KINDS.some((one) => one === kind);

function problemsOfOne(condition: unknown, path: string): readonly string[] {
  if (!isObject(condition)) return [`${path}: must be an object`];
  const { kind } = condition;
  if (!isKind(kind)) return [`${path}.kind: must be ${word(...KINDS).expectation}`];
  const problems = problemsOf(condition, { kind: word(kind), ...FIELDS[kind] }, path);
  if (kind === 'log_rate' && isObject(condition['query'])) {
    return [...problems, ...problemsOf(condition['query'], LOG_QUERY, `${path}.query`)];
  }
  const { measure, threshold } = condition;
  if (kind === 'endpoint' && measure === 'error_rate' && Number(threshold) > 100) {
    return [...problems, `${path}.threshold: must be a share in percent, at most 100`];
  }
  return problems;
}
