import type { RuleDraft } from './ruleDraft';

const RULE_FIELDS = ['name', 'destinationIds', 'cooldownSeconds', 'digestSeconds', 'mutedUntil', 'conditions'];
const FILTER_FIELDS = ['levels', 'environments', 'releases', 'urls', 'tags'].map((name) => `filters.${name}`);
const CONDITION_FIELDS = [
  'measure',
  'above',
  'windowMinutes',
  'factor',
  'floor',
  'threshold',
  'forMinutes',
  'name',
  'statistic',
  'environment',
  'query.levels',
  'query.text',
  'query.attributes',
  'query.environment',
  'of',
  'kind',
];

/** Returns the path of a field of a condition, as the API names it. */
export const conditionPath = (index: number, field: string): string => `conditions[${index}].${field}`;

/** Returns the paths of all fields of a form, as the API names what it refuses. */
export const ruleFieldNames = ({ conditions }: RuleDraft): readonly string[] => [
  ...RULE_FIELDS,
  ...FILTER_FIELDS,
  ...conditions.flatMap((_, index) => CONDITION_FIELDS.map((field) => conditionPath(index, field))),
];
