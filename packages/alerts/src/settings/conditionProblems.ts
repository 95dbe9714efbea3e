import type { AlertCondition } from '@sluice/contract';
import { CONDITIONS, conditionKind } from '../conditions/conditions.js';
import { isObject, problemsOf, word } from '../fieldRules.js';

/** The most conditions of a rule. */
const MAX_CONDITIONS = 10;

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

function problemsOfOne(condition: unknown, path: string): readonly string[] {
  if (!isObject(condition)) return [`${path}: must be an object`];
  const known = conditionKind(String(condition['kind']));
  if (known === undefined) return [`${path}.kind: must be ${word(...Object.keys(CONDITIONS)).expectation}`];
  const { kind, fields, problems } = known;
  return [...problemsOf(condition, { kind: word(kind), ...fields }, path), ...(problems?.(condition, path) ?? [])];
}
