import { getClient } from '../core/client.js';

import type { TracePlace } from '../core/scope.js';
import type { SpanOptions } from './span.js';
import { randomId } from './randomId.js';

/** Share of traces that begin with such a span which are sent, 0 to 1; `undefined`: all. */
type RateOf = (name?: string, options?: SpanOptions) => number | undefined;

let rateOf: RateOf = () => getClient()?.options.tracesSampleRate;

/** Has another function decide from now on. @returns the one that did until now */
export const sampleTracesBy = (other: RateOf): RateOf => {
  const previous = rateOf;
  rateOf = other;
  return previous;
};

/** The beginning of a new trace, at which spans are its roots. Whether it is sampled is decided here, by its id. */
export const newTrace: (...start: Parameters<RateOf>) => TracePlace = (...start) => {
  const traceId = randomId(16);
  return { traceId, isSampled: isSampled(traceId, rateOf(...start)) };
};

/** Whether a trace is among those whose spans are sent: the same answer for an id wherever the rate is the same. */
export const isSampled = (traceId: string, rate = 1): boolean => parseInt(traceId.slice(0, 8), 16) / 2 ** 32 < rate;
