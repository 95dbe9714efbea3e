import { conditionKind, inputsOf, type AskedField } from '@sluice/alerts/kinds';
import { isObject } from '../../lib/isObject';
import type { Condition, ConditionKind } from './alertTypes';
import { joinPairs, readPairs } from './pairText';

/** Content of an input: what is typed or chosen, or what is checked. */
type Content = string | readonly string[];

/**
 * A condition as a form has it: contents of inputs by name, also of other kinds, so that a change of the kind keeps what they share. Those
 * that are missing are as in a new condition.
 */
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

/** Returns what an input contains. A choice that this kind does not have is its default. */
export function contentOf(draft: ConditionDraft, { name, form, field, input: { start } }: AskedField): Content {
  const content = draft[name];
  if (form === 'checks') return typeof content === 'object' ? content : [];
  const typed = typeof content === 'string' ? content : (start ?? '');
  if (form !== 'choice') return typed;
  const choices = field.schema['enum'] as readonly string[];
  return choices.includes(typed) ? typed : (start ?? choices[0] ?? '');
}

/** Returns the form of a condition. */
export function conditionToDraft(key: string, condition: Condition): ConditionDraft {
  const contents = inputsOfKind(condition.kind).map(({ name, path, form }) => {
    const value = path.split('.').reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), condition);
    if (form === 'pairs') return [name, joinPairs((value ?? {}) as Readonly<Record<string, string>>)];
    if (form === 'checks') return [name, value ?? []];
    return [name, typeof value === 'string' || typeof value === 'number' ? String(value) : ''];
  });
  return { ...(Object.fromEntries(contents) as Record<string, Content>), key, kind: condition.kind };
}

/** Returns the condition that a form describes: only fields of its kind. */
export function conditionToWire(draft: ConditionDraft): Condition {
  const condition: Record<string, unknown> & Pick<Condition, 'kind'> = { kind: draft.kind };
  for (const input of inputsOfKind(draft.kind)) {
    const steps = input.path.split('.');
    const last = steps.pop() ?? '';
    let at: Record<string, unknown> = condition;
    for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>;
    const value = valueOf(input, contentOf(draft, input));
    if (input.field.isOptional !== true || !isEmpty(value)) at[last] = value;
  }
  return condition as Condition;
}

function valueOf({ form }: AskedField, content: Content): unknown {
  if (typeof content !== 'string') return [...content];
  const typed = content.trim();
  if (form === 'pairs') return Object.fromEntries(readPairs(typed).map(({ key, value }) => [key, value]));
  // An empty number becomes null on the wire: the API names the field that it refuses.
  if (form === 'number') return typed === '' ? Number.NaN : Number(typed);
  return typed;
}

const isEmpty = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
