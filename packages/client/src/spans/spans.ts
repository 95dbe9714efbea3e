import { beginSpan } from './beginSpan.js';
import type { Span, SpanOptions } from './span.js';

/**
 * Times a callback, and answers what it answers. The span ends `ok` when the callback returns, `error` when it throws. A
 * promise is waited for, as `asyncSpan` does. Without a client the callback just runs.
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
 * Times what a callback promises: the span ends `ok` when that resolves, `error` when it rejects or the callback throws.
 * In a browser only what the callback does before it first waits is within the span: `span.run` goes back into it.
 */
export const asyncSpan = async <T>(
  name: string,
  callback: (span: Span) => PromiseLike<T> | T,
  options?: SpanOptions,
): Promise<T> => span(name, async (one) => callback(one), options);

/** Begins a span that nothing is within, until `span.run`. It is sent when its `end` is called. */
export const startInactiveSpan: (name: string, options?: SpanOptions) => Span = beginSpan;

/** Runs a callback within a span, which it does not end: in a browser its synchronous part. */
export const withSpan = <T>(one: Span, callback: () => T): T => one.run(callback);
