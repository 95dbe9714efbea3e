import { withTracePosition, type TracePosition } from '../core/scope.js';
import { newTrace } from './newTrace.js';

const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/**
 * Returns the header that continues a trace in another program (W3C Trace Context): `00-<trace>-<span>-<01 if sampled>`.
 * `undefined` if no span is active at the position.
 */
export const traceparentOf = ({ traceId, spanId, isSampled }: TracePosition): string | undefined =>
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-conversion -- may be absent in a value from JavaScript
  spanId ? `00-${traceId}-${spanId}-0${+!!isSampled}` : undefined;

/** Parses such a header; `undefined` if it is invalid. */
export function parseTraceparent(text: unknown): TracePosition | undefined {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(typeof text === 'string' ? text.trim() : '') ?? [];
  return traceId && spanId && (version !== '00' || !more)
    ? { traceId, spanId, isSampled: !!(parseInt(flags ?? '', 16) & 1) }
    : undefined;
}

/** Runs a callback in the trace of another program; in a new one if the header is absent or invalid. */
export const continueTrace = <T>(traceparent: unknown, callback: () => T): T =>
  withTracePosition(parseTraceparent(traceparent) ?? newTrace(), callback);
