import type { ClientOptions } from '../core/options.js';

type BeforeSend = NonNullable<ClientOptions['beforeSend']>;

/** The trace that the exception of an error was sent in. */
const traces = new WeakMap<object, string>();

/** Returns the id of the trace that the exception of an error was sent in; `undefined` where it was not sent, or in none. */
export const sentTraceOf = (error: unknown): string | undefined => traces.get(error as object);

/** Returns a `beforeSend` that remembers in which trace each error is sent. @param next may change or drop the event */
export const rememberTraces =
  (next: BeforeSend): BeforeSend =>
  (event, hint) => {
    const sent = next(event, hint);
    const traceId = sent?.contexts?.['trace.id'];
    const { error } = hint;
    if (event.type === 'exception' && typeof traceId === 'string' && Object(error) === error)
      traces.set(error as object, traceId);
    return sent;
  };
