import { withPlace, type TracePlace } from '../core/scope.js';
import { newTrace } from './newTrace.js';

const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/**
 * The header by which another program goes on with a trace (W3C Trace Context): `00-<trace>-<span>-<01 if sampled>`.
 * `undefined` where no span is active at a place.
 */
export const traceparentOf = ({ traceId, spanId, isSampled }: TracePlace): string | undefined =>
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-conversion -- absent in a place made in JavaScript
  spanId ? `00-${traceId}-${spanId}-0${+!!isSampled}` : undefined;

/** The place that such a header names; `undefined` for everything else. */
export function parseTraceparent(text: unknown): TracePlace | undefined {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(typeof text === 'string' ? text.trim() : '') ?? [];
  return traceId && spanId && (version !== '00' || !more)
    ? { traceId, spanId, isSampled: !!(parseInt(flags ?? '', 16) & 1) }
    : undefined;
}

/** Runs a callback in the trace of another program; in a new one where the header is absent or none. */
export const continueTrace = <T>(traceparent: unknown, callback: () => T): T =>
  withPlace(parseTraceparent(traceparent) ?? newTrace(), callback);
