import type { ClientOptions } from '../core/options.js';

type BeforeSend = NonNullable<ClientOptions['beforeSend']>;

/** Trace in which the exception of an error was sent. */
const traces = new WeakMap<object, string>();

/** Returns the trace id in which the exception of an error was sent; `undefined` if it was not sent or had no trace. */
export const sentTraceOf = (error: unknown): string | undefined => traces.get(error as object);

/** Returns a `beforeSend` that records in which trace each error is sent. @param next may change or drop the event */
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
