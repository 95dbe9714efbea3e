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

/** What errors have. */
type Thrown = Partial<Record<'name' | 'message' | 'stack' | 'cause' | 'errors', unknown>>;

/**
 * What was thrown, of any kind, as an exception's payload tells it: an error by its name, message and frames, with at
 * most 8 causes, and at most 5 errors of an `AggregateError`; another object by its class and what is in it; anything else
 * as an `Error` with it as its message.
 */
export function describeError(thrown: unknown, depth = 0, known = new Set()): ExceptionPayload {
  if (Object(thrown) !== thrown) return { type: 'Error', message: String(thrown).slice(0, LONGEST_MESSAGE) };
  known.add(thrown);
  const { name, message, stack, cause, errors } = thrown as Thrown;
  const text = typeof message === 'string' ? message : whatIsIn(thrown as object);
  const frames = parseStack(String(stack), text);
  const further = (error: unknown): ExceptionPayload[] =>
    depth < MOST_CAUSES && known.size < MOST_DESCRIBED && !known.has(error)
      ? [describeError(error, depth + 1, known)]
      : [];
  const [why] = further(cause ?? thrown);
  return {
    type: typeOf(thrown as object, text === message && name),
    message: text.slice(0, LONGEST_MESSAGE),
    ...(frames.length > 0 ? { frames } : typeof stack === 'string' && { stack: stack.slice(0, LONGEST_STACK) }),
    ...(why && { cause: why }),
    ...(name === 'AggregateError' &&
      Array.isArray(errors) && { errors: errors.slice(0, MOST_ERRORS).flatMap(further) }),
  };
}

/** Its name; its class where nobody set a name: `class CartError extends Error {}`, unless a minifier renamed that. */
function typeOf(thrown: object, name: unknown): string {
  const { constructor: its } = thrown as { constructor?: { name: string } };
  const own = its?.name || 'Object';
  if (typeof name !== 'string' || name === '') return own;
  return name === 'Error' && /(?:Error|Exception)$/.test(own) ? own : name;
}
