import { ApiError } from '../apiError.js';
import type { ObjectSchema } from '../route.js';
import { isStorable } from './isStorable.js';
import { spelledAs } from './spelling.js';
import { checkerOf } from './validator.js';

/**
 * The query that a schema describes, typed and with its defaults. A 400 `bad_query` names the parameter that is wrong:
 * unknown ones too, because a filter that is not applied would show wrong data; given twice; or empty, which is what
 * a script's unset variable looks like. Names may be spelled as {@link spelledAs} says. @param search what follows the `?`
 */
export async function readQuery(search: string, schema: ObjectSchema | undefined): Promise<unknown> {
  const names = Object.keys(schema?.properties ?? {});
  const query: Record<string, unknown> = {};
  for (const [given, value] of new URLSearchParams(search)) {
    const name = spelledAs(given, names);
    if (name === undefined) throw badQuery(unknownParameter(given, names));
    if (Object.hasOwn(query, name)) throw badQuery(`${name} is given more than once.`);
    if (value === '') throw badQuery(`${name} is empty: leave it out, or say what it is.`);
    if (!isStorable(value)) throw badQuery(`${name} holds characters that nothing can hold.`);
    query[name] = value;
  }
  if (schema === undefined) return query;
  const problem = (await checkerOf(schema, 'query'))(query);
  if (problem !== undefined) throw badQuery(problem);
  // The checker makes Infinity of 1e309, and holds it against no bound.
  const endless = Object.keys(query).find((name) => query[name] === Infinity || query[name] === -Infinity);
  if (endless !== undefined) throw badQuery(`${endless} is larger than any number can be.`);
  return query;
}

const badQuery = (message: string): ApiError => new ApiError(400, 'bad_query', message);

const LONGEST_SHOWN = 60;

function unknownParameter(name: string, names: readonly string[]): string {
  const there = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`;
  return `There is no parameter ${name.slice(0, LONGEST_SHOWN)}; ${there}.`;
}
