import type { AskedField } from '@sluice/alerts/kinds';
import { isObject } from '../../lib/isObject';
import { joinPairs, readLines, readPairs } from './pairText';

/** Content of an input: what is typed or chosen, or what is checked. */
export type Content = string | readonly string[];

/** What a form contains: contents of inputs by name. Those that are missing are as in a new object. */
export type Contents = Readonly<Record<string, unknown>>;

/** Returns what an input contains. A choice that the field does not have is its default. */
export function contentOf(contents: Contents, { name, form, field, input: { start } }: AskedField): Content {
  const content = contents[name];
  if (form === 'checks') return Array.isArray(content) ? (content as readonly string[]) : [];
  const typed = typeof content === 'string' ? content : (start ?? '');
  const choices = field.schema['enum'] as readonly string[] | undefined;
  if (choices === undefined) return typed;
  return choices.includes(typed) ? typed : (start ?? choices[0] ?? '');
}

/** Returns the contents of inputs for an object. Fields that it does not have are missing. */
export const contentsOf = (inputs: readonly AskedField[], object: object): Readonly<Record<string, Content>> =>
  Object.fromEntries(
    inputs.flatMap(({ name, path, form }) => {
      const value = path.split('.').reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), object);
      return value === undefined ? [] : [[name, toContent(form, value)] as const];
    }),
  );

function toContent(form: AskedField['form'], value: unknown): Content {
  if (form === 'pairs') return joinPairs(value as Readonly<Record<string, string>>);
  if (form === 'checks') return value as readonly string[];
  return form === 'lines' ? (value as readonly string[]).join('\n') : String(value);
}

/** Returns the object that contents of inputs describe. A field that is empty is left out if `mayLack` allows it. */
export function objectOf(
  inputs: readonly AskedField[],
  contents: Contents,
  mayLack = ({ field }: AskedField): boolean => field.isOptional === true,
): Readonly<Record<string, unknown>> {
  const object: Record<string, unknown> = {};
  for (const input of inputs) {
    const steps = input.path.split('.');
    const last = steps.pop() ?? '';
    let at = object;
    for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>;
    const content = contentOf(contents, input);
    const isEmpty = (typeof content === 'string' ? content.trim() : content).length === 0;
    if (!isEmpty || !mayLack(input)) at[last] = valueOf(input, content);
  }
  return object;
}

function valueOf({ form }: AskedField, content: Content): unknown {
  if (typeof content !== 'string') return [...content];
  const typed = content.trim();
  if (form === 'pairs') return Object.fromEntries(readPairs(typed).map(({ key, value }) => [key, value]));
  if (form === 'lines') return [...readLines(typed.replaceAll(',', '\n'))];
  // An empty number becomes null on the wire: the API names the field that it refuses.
  if (form === 'number') return typed === '' ? Number.NaN : Number(typed);
  return typed;
}
