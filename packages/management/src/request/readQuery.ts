import { ApiError } from '../apiError.js';
import type { ObjectSchema } from '@sluice/api-contract';
import { isStorable } from './isStorable.js';
import { matchParameterName } from './snakeCase.js';
import { validatorFor } from './validator.js';

/**
 * Returns the query parameters, typed and with defaults. Names may be spelled as {@link matchParameterName} allows.
 * @param search what follows the `?`
 * @throws ApiError 400 `bad_query` that names the parameter: one that is invalid, repeated, unknown (a filter that is not
 * applied would show wrong data) or empty (an unset variable of a script)
 */
export async function readQuery(search: string, schema: ObjectSchema | undefined): Promise<unknown> {
  const names = Object.keys(schema?.properties ?? {});
  const query: Record<string, unknown> = {};
  for (const [given, value] of new URLSearchParams(search)) {
    const name = matchParameterName(given, names);
    if (name === undefined) throw badQuery(unknownParameter(given, names));
    if (Object.hasOwn(query, name)) throw badQuery(`${name} is given more than once.`);
    if (value === '') throw badQuery(`${name} is empty: give a value or omit it.`);
    if (!isStorable(value)) throw badQuery(`${name} contains NUL or an unpaired surrogate.`);
    query[name] = value;
  }
  if (schema === undefined) return query;
  const problem = (await validatorFor(schema, 'query'))(query);
  if (problem !== undefined) throw badQuery(problem);
  // The validator converts 1e309 to Infinity and does not compare that with limits.
  const endless = Object.keys(query).find((name) => query[name] === Infinity || query[name] === -Infinity);
  if (endless !== undefined) throw badQuery(`${endless} is out of range.`);
  return query;
}

const badQuery = (message: string): ApiError => new ApiError(400, 'bad_query', message);

const MAX_SHOWN_LENGTH = 60;

function unknownParameter(name: string, names: readonly string[]): string {
  const known = names.length === 0 ? 'This endpoint takes no parameters.' : `Known parameters: ${names.join(', ')}.`;
  return `Unknown parameter ${name.slice(0, MAX_SHOWN_LENGTH)}. ${known}`;
}
