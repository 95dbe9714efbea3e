import { conditionKind, inputsOf, type AskedField } from '@sluice/alerts/kinds';
import type { Condition, ConditionKind } from './alertTypes';
import { contentsOf, objectOf, type Content } from './contents';

/** A condition as a form has it: contents of inputs, also of other kinds, so that a change of the kind keeps what they share. */
export interface ConditionDraft {
  /** Names the condition while the form is open. */
  readonly key: string;
  readonly kind: ConditionKind;
  readonly [input: string]: Content;
}

/** Returns the inputs of a kind of condition, in the order of its form. */
export function inputsOfKind(kind: string): readonly AskedField[] {
  const { fields = {}, order } = conditionKind(kind) ?? {};
  return inputsOf(fields, order);
}

/** Returns a condition of a kind with its fields at their defaults. */
export const newCondition = (key: string, kind: ConditionKind): ConditionDraft => ({ key, kind });

/** Returns the form of a condition. */
export const conditionToDraft = (key: string, condition: Condition): ConditionDraft => ({
  ...contentsOf(inputsOfKind(condition.kind), condition),
  key,
  kind: condition.kind,
});

/** Returns the condition that a form describes: only fields of its kind. */
export const conditionToWire = (draft: ConditionDraft): Condition =>
  ({ kind: draft.kind, ...objectOf(inputsOfKind(draft.kind), draft) }) as Condition;
