import { beginSpan } from './beginSpan.js';
import type { Span, SpanOptions } from './span.js';

/**
 * Records a callback as a span and returns its result. The span ends `ok` when the callback returns, `error` when it throws.
 * Promises are awaited, as in `asyncSpan`. Without a client the callback just runs.
 */
export function span<T>(name: string, callback: (span: Span) => T, options?: SpanOptions): T {
  const one = beginSpan(name, options);
  const fail = (error: unknown): never => {
    one.end(undefined, 'error');
    throw error;
  };
  const succeed = (value: unknown): unknown => {
    one.end();
    return value;
  };
  try {
    const result = one.run(() => callback(one));
    return (result instanceof Promise ? result.then(succeed, fail) : succeed(result)) as T;
  } catch (error) {
    return fail(error);
  }
}

/**
 * Records an asynchronous callback as a span, which ends `ok` when its promise resolves and `error` when it rejects or the callback
 * throws. In a browser only code before the first `await` is within the span; use `span.run` afterwards.
 */
export const asyncSpan = async <T>(
  name: string,
  callback: (span: Span) => PromiseLike<T> | T,
  options?: SpanOptions,
): Promise<T> => span(name, async (one) => callback(one), options);

/** Starts a span that is not active until `span.run`. It is sent when `end` is called. */
export const startInactiveSpan: (name: string, options?: SpanOptions) => Span = beginSpan;

/** Runs a callback within a span without ending it; in a browser only its synchronous part. */
export const withSpan = <T>(one: Span, callback: () => T): T => one.run(callback);
