import type { ExceptionPayload } from '../core/event.js';
import { parseStack } from '../stack/parseStack.js';
import { describeObject } from './describeObject.js';

const MOST_CAUSES = 8;
/** Of an `AggregateError`. */
const MOST_ERRORS = 5;
/** Of a whole tree of causes and errors. */
const MOST_DESCRIBED = 30;
const LONGEST_MESSAGE = 8_192;
const LONGEST_STACK = 16_384;

/** What errors have, and what else is thrown may have. */
type ErrorLike = Partial<Record<'name' | 'message' | 'stack' | 'cause' | 'errors' | 'filename', unknown>>;

/**
 * What was thrown, of any kind, as an exception's payload tells it: an error by its name, message and frames, with at
 * most 8 causes, and at most 5 errors of an `AggregateError`; any other object by its class and what is in it; anything
 * else as an `Error` with it as its message.
 */
export const describeError = (thrown: unknown): ExceptionPayload => describe(thrown, 0, new Set());

function describe(thrown: unknown, depth: number, known: Set<unknown>): ExceptionPayload {
  known.add(thrown);
  if (typeof thrown !== 'object' || thrown === null) return { type: 'Error', message: short(String(thrown)) };
  const { message, stack, cause, errors } = thrown as ErrorLike;
  const isNew = (error: unknown): boolean => known.size < MOST_DESCRIBED && !known.has(error);
  const type = typeOf(thrown);
  return {
    type,
    message: short(typeof message === 'string' ? message : describeObject(thrown)),
    ...(typeof stack === 'string' && stackOf(stack, String(message))),
    ...(cause !== undefined &&
      cause !== null &&
      depth < MOST_CAUSES &&
      isNew(cause) && { cause: describe(cause, depth + 1, known) }),
    ...(type === 'AggregateError' &&
      Array.isArray(errors) && {
        errors: errors
          .slice(0, MOST_ERRORS)
          .filter(isNew)
          .map((error) => describe(error, depth + 1, known)),
      }),
  };
}

const short = (message: string): string => message.slice(0, LONGEST_MESSAGE);

function stackOf(stack: string, message: string): Pick<ExceptionPayload, 'frames' | 'stack'> {
  const frames = parseStack(stack, message);
  return frames.length > 0 ? { frames } : { stack: stack.slice(0, LONGEST_STACK) };
}

/** Its name, or its class where nobody set a name: `class CartError extends Error {}`, unless that was minified. */
function typeOf(thrown: ErrorLike & object): string {
  const { name, constructor: its } = thrown as { name: unknown; constructor?: { name?: unknown } };
  const own = typeof its?.name === 'string' ? its.name : '';
  if (typeof name !== 'string' || name === '') return own || 'Object';
  return name === 'Error' && /(?:Error|Exception)$/.test(own) ? own : name;
}
