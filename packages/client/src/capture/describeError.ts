import type { ExceptionPayload } from '../core/event.js';
import { parseStack } from '../stack/parseStack.js';
import { whatIsIn } from './whatIsIn.js';

const MOST_CAUSES = 8;
/** Of an `AggregateError`. */
const MOST_ERRORS = 5;
/** Of a whole tree of causes and errors, more or less. */
const MOST_DESCRIBED = 30;
/** Characters; the server keeps no more. */
const LONGEST_MESSAGE = 8_192;
const LONGEST_STACK = 65_536;

/** Of an address in a stack, such as that of a page with scripts of its own: it may hold secrets, and says nothing. */
const QUERY = /(https?:[^\s?#]{1,1024})[?#]\S{0,1024}(?=:\d+:\d+)/g;

/** What errors have. */
type Thrown = Partial<Record<'name' | 'message' | 'stack' | 'cause' | 'errors', unknown>>;

/**
 * What was thrown, of any kind, as an exception's payload tells it: an error by its name, message and frames, with at
 * most 8 causes, and at most 5 errors of an `AggregateError`; another object by its class and what is in it; anything else
 * as an `Error` with it as its message. What cannot be read is an `[object]`.
 */
export function describeError(thrown: unknown, depth = 0, known = new Set()): ExceptionPayload {
  try {
    const { name, message, stack, cause, errors } = Object(thrown) as Thrown;
    const isObject = Object(thrown) === thrown;
    const text = typeof message === 'string' ? message : isObject ? whatIsIn(thrown as object) : String(thrown);
    const raw = typeof stack === 'string' ? stack.slice(0, LONGEST_STACK).replace(QUERY, '$1') : '';
    const frames = parseStack(raw, text);
    known.add(thrown);
    const further = (error: unknown): ExceptionPayload[] =>
      depth < MOST_CAUSES && known.size < MOST_DESCRIBED && !known.has(error)
        ? [describeError(error, depth + 1, known)]
        : [];
    // What is undefined does not travel.
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
    // A getter of it throws, or a trap: that it was thrown is told all the same.
    return { type: 'Error', message: '[object]' };
  }
}

/** Its name; its class where nobody set a name: `class CartError extends Error {}`, unless a minifier renamed that. */
function typeOf(thrown: object, name: unknown): string {
  const { constructor: its } = thrown as { constructor?: { name: string } };
  const own = its?.name || 'Object';
  if (typeof name !== 'string' || name === '') return own;
  return name === 'Error' && /(?:Error|Exception)$/.test(own) ? own : name;
}
