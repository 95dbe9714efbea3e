import { FILTERS } from '@sluice/alerts/kinds';
import { inputsOfKind } from './conditionDraft';
import type { RuleDraft } from './ruleDraft';

const RULE_FIELDS = ['name', 'destinationIds', 'cooldownSeconds', 'digestSeconds', 'mutedUntil', 'conditions'];
const FILTER_FIELDS = Object.keys(FILTERS).map((name) => `filters.${name}`);

/** Returns the path of a field of a condition, as the API names it. */
export const conditionPath = (index: number, field: string): string => `conditions[${index}].${field}`;

/** Returns the paths of all fields of a form, as the API names what it refuses. */
export const ruleFieldNames = ({ conditions }: RuleDraft): readonly string[] => [
  ...RULE_FIELDS,
  ...FILTER_FIELDS,
  ...conditions.flatMap(({ kind }, index) =>
    ['kind', ...inputsOfKind(kind).map(({ path }) => path)].map((field) => conditionPath(index, field)),
  ),
];
