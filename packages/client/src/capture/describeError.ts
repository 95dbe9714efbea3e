import type { ExceptionPayload } from '../core/event.js';
import { parseStack } from '../stack/parseStack.js';
import { LONGEST_MESSAGE, LONGEST_STACK, MOST_CAUSES, MOST_DESCRIBED, MOST_ERRORS } from './limits.js';
import { summarizeObject } from './summarizeObject.js';

/** Query and fragment of a URL in a stack, which may contain secrets. */
const QUERY = /(https?:[^\s?#]{1,1024})[?#]\S{1,1024}(?=:\d+:\d|:w| l)/g;

/** Fields of errors. */
type Thrown = Partial<Record<'name' | 'message' | 'stack' | 'cause' | 'errors', unknown>>;

/**
 * Returns the exception payload for any thrown value: an error with name, message and frames, at most 8 causes and 5 errors of
 * an `AggregateError`; another object by class and content; any other value as an `Error` with that message. Unreadable values
 * are `[object]`.
 */
export function describeError(thrown: unknown, depth = 0, known = new Set()): ExceptionPayload {
  try {
    const { name, message, stack, cause, errors } = Object(thrown) as Thrown;
    const isObject = Object(thrown) === thrown;
    const text = typeof message === 'string' ? message : isObject ? summarizeObject(thrown as object) : String(thrown);
    const raw = typeof stack === 'string' ? stack.slice(0, LONGEST_STACK).replace(QUERY, '$1') : '';
    const frames = parseStack(raw, text);
    known.add(thrown);
    const further = (error: unknown): ExceptionPayload[] =>
      depth < MOST_CAUSES && known.size < MOST_DESCRIBED && !known.has(error)
        ? [describeError(error, depth + 1, known)]
        : [];
    // Undefined fields are not sent.
    return {
      type: isObject ? typeOf(thrown as object, text === message && name) : 'Error',
      message: text.slice(0, LONGEST_MESSAGE),
      frames: frames[0] && frames,
      stack: frames[0] || !raw ? undefined : raw,
      cause: further(cause ?? thrown)[0],
      errors:
        name === 'AggregateError' && Array.isArray(errors) ? errors.slice(0, MOST_ERRORS).flatMap(further) : undefined,
    } as ExceptionPayload;
  } catch {
    // A getter or proxy trap throws: the exception is reported anyway.
    return { type: 'Error', message: '[object]' };
  }
}

/** Its name, or its class if no name was set (`class CartError extends Error {}`), unless the class is minified. */
function typeOf(thrown: object, name: unknown): string {
  const { constructor: its } = thrown as { constructor?: { name: string } };
  const own = its?.name || 'Object';
  if (typeof name !== 'string' || !name) return own;
  return name === 'Error' && /(Error|Exception)$/.test(own) ? own : name;
}
