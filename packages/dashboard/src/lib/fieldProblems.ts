import { capitalize } from './capitalize';

/** What is wrong with a form. */
interface FieldProblems {
  /** By name of the field, without the name: `Must be a whole number.` */
  readonly at: Readonly<Record<string, string | undefined>>;
  /** The error if it is about none of the fields. */
  readonly rest: unknown;
}

/**
 * Returns which fields a refusal of the API is about. Its message names them, with or without a colon:
 * `monthly.logs must be …; conditions[0].name: must be …`.
 */
export function fieldProblems(error: unknown, fields: readonly string[]): FieldProblems {
  const message = error instanceof Error ? error.message : '';
  const found = message.split('; ').flatMap((part) => {
    const field = fields.find((name) => part.startsWith(`${name} `) || part.startsWith(`${name}: `));
    return field === undefined ? [] : [[field, sentence(part.slice(field.length).replace(/^:? /, ''))] as const];
  });
  return { at: Object.fromEntries(found), rest: found.length === 0 ? error : undefined };
}

/** A number that a program clears with null is cleared in a form by leaving its field empty. */
const sentence = (text: string): string =>
  capitalize(text).replace('or null for no limit', 'or empty for no limit').replace(/\.?$/, '.');
