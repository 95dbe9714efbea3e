import { ApiError } from '../apiError.js';
import type { ObjectSchema } from '../route.js';
import { isStorable } from './isStorable.js';
import { respell } from './spelling.js';
import { checkerOf } from './validator.js';

/**
 * Throws a 422 `invalid_body` that names the field unless a parsed body is what the schema says; fills in defaults, and
 * renames fields that are spelled in snake_case.
 */
export async function checkBody(body: unknown, schema: ObjectSchema): Promise<void> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidBody('The body must be a JSON object.');
  }
  const repeated = respell(body, schema);
  if (repeated !== undefined) throw invalidBody(`${repeated} is given under two spellings.`);
  const problem = (await checkerOf(schema, 'body'))(body) ?? (holdsText(body) ? undefined : UNSTORABLE);
  if (problem !== undefined) throw invalidBody(problem);
}

const invalidBody = (message: string): ApiError => new ApiError(422, 'invalid_body', message);

const UNSTORABLE =
  'The body holds text that nothing can hold (NUL, half of a surrogate pair), or is nested too deeply.';

/** No body of ours is deeper; without a bound a small body could exhaust the stack. */
const MOST_LEVELS = 16;

function holdsText(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.entries(value).every(([name, inner]) => isStorable(name) && holdsText(inner, levels - 1));
}
