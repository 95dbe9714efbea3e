import { getClient } from '../core/client.js';

import type { TracePosition } from '../core/scope.js';
import type { SpanOptions } from './span.js';
import { randomId } from './randomId.js';

/** Returns the share of sent traces that begin with such a span, 0 to 1; `undefined`: all. */
type RateOf = (name?: string, options?: SpanOptions) => number | undefined;

let rateOf: RateOf = () => getClient()?.options.tracesSampleRate;

/** Sets the sampling function. @returns the previous one */
export const sampleTracesBy = (other: RateOf): RateOf => {
  const previous = rateOf;
  rateOf = other;
  return previous;
};

/** Starts a new trace, whose next spans are roots. Decides by its id whether it is sampled. */
export const newTrace: (...start: Parameters<RateOf>) => TracePosition = (...start) => {
  const traceId = randomId(16);
  return { traceId, isSampled: isSampled(traceId, rateOf(...start)) };
};

/** Whether a trace is sampled; the result only depends on its id and the rate. */
export const isSampled = (traceId: string, rate = 1): boolean => parseInt(traceId.slice(0, 8), 16) / 2 ** 32 < rate;
