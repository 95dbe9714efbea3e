import type { LogAttribute } from './sql/logConditions.js';
import { ApiError } from '@sluice/management';

/** Most attributes of one filter. */
const MAX_ATTRIBUTES = 10;

const ATTRIBUTE = /\s*([^\s:"]+):(?:"([^"]*)"|([^\s"]+))(?=\s|$)/y;

/**
 * Returns the attributes of a text such as `plan:pro region:"eu west"`.
 * @throws ApiError 400 if a part is not `key:value`, or for more than ten
 */
export function parseAttributes(text: string): readonly LogAttribute[] {
  const attributes: LogAttribute[] = [];
  const trimmed = text.trim();
  ATTRIBUTE.lastIndex = 0;
  for (let at = 0; at < trimmed.length; at = ATTRIBUTE.lastIndex) {
    const match = ATTRIBUTE.exec(trimmed);
    if (match?.[1] === undefined)
      throw new ApiError(
        400,
        'bad_query',
        `attributes: "${trimmed.slice(at).trim().slice(0, 60)}" is not key:value. Put a value with spaces in double quotes.`,
      );
    attributes.push({ key: match[1], value: match[2] ?? match[3] ?? '' });
  }
  if (attributes.length > MAX_ATTRIBUTES)
    throw new ApiError(400, 'bad_query', `attributes: at most ${MAX_ATTRIBUTES} can be given.`);
  return attributes;
}
