import { ApiError } from '../apiError.js';
import type { ObjectSchema } from '@sluice/api-contract';
import { isStorable } from './isStorable.js';
import { renameSnakeCaseFields } from './snakeCase.js';
import { validatorFor } from './validator.js';

/**
 * Validates a parsed body, fills in defaults and renames snake_case fields to camelCase.
 * @throws ApiError 422 `invalid_body` that names the field
 */
export async function validateBody(body: unknown, schema: ObjectSchema): Promise<void> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidBody('The body must be a JSON object.');
  }
  const repeated = renameSnakeCaseFields(body, schema);
  if (repeated !== undefined) throw invalidBody(`${repeated} is given under two spellings.`);
  const problem = (await validatorFor(schema, 'body'))(body) ?? (holdsText(body) ? undefined : UNSTORABLE);
  if (problem !== undefined) throw invalidBody(problem);
}

const invalidBody = (message: string): ApiError => new ApiError(422, 'invalid_body', message);

const UNSTORABLE = 'The body contains NUL or an unpaired surrogate, or is nested too deeply.';

/** Deeper than any schema; without a limit a small body could exhaust the stack. */
const MAX_DEPTH = 16;

function holdsText(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.entries(value).every(([name, inner]) => isStorable(name) && holdsText(inner, levels - 1));
}
