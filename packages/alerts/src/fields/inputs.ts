import { isObject } from '@sluice/contract';
import type { Field, Fields, Input } from './field.js';

/** An input of a form: a field that is no group, or one within a group. */
export interface AskedField {
  /** Unique in the form: groups do not count. */
  readonly name: string;
  /** As the API names it: `query.text`. */
  readonly path: string;
  readonly field: Field & { readonly isOptional?: boolean };
  readonly input: Input;
  readonly form: InputForm;
}

/** How a value is typed: numbers and texts on one line, choices as one of a list, checks as several, lines and pairs (`name=value`) on a line each. */
type InputForm = 'number' | 'text' | 'choice' | 'checks' | 'lines' | 'pairs';

/** Returns the inputs for fields. @param order names of inputs; default: the order of the fields */
export function inputsOf(fields: Fields, order: readonly string[] = []): readonly AskedField[] {
  const found = collect(fields, '');
  const rank = ({ name }: AskedField): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...found].sort((a, b) => rank(a) - rank(b));
}

const collect = (fields: Fields, prefix: string): readonly AskedField[] =>
  Object.entries(fields).flatMap(([name, field]): readonly AskedField[] => {
    const path = `${prefix}${name}`;
    if ('fields' in field) return collect(field.fields as Fields, `${path}.`);
    return [{ name, path, field, input: field.input ?? { label: name }, form: formOf(field) }];
  });

function formOf({ schema: { type, enum: choices, items }, input }: Field): InputForm {
  if (type === 'array') return isObject(items) && 'enum' in items ? 'checks' : 'lines';
  if (type === 'object') return 'pairs';
  if ((choices ?? input?.words) !== undefined) return 'choice';
  return type === 'string' ? 'text' : 'number';
}

/** Returns the choices of an input with their names. */
export function choicesOf({
  field: { schema },
  input: { words = {} },
}: AskedField): readonly (readonly [string, string])[] {
  const { enum: own, items } = schema;
  const choices = ((isObject(items) ? items['enum'] : own) ?? Object.keys(words)) as readonly string[];
  return choices.map((choice) => [choice, words[choice] ?? choice]);
}
