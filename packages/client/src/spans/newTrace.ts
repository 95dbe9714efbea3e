import { getClient, type Client } from '../core/client.js';

import type { TracePlace } from '../core/scope.js';
import { randomId } from './randomId.js';

/** The beginning of a new trace, at which spans are its roots. Whether it is sampled is decided here, by its id. */
export function newTrace(client: Client | undefined = getClient()): TracePlace {
  const traceId = randomId(16);
  return { traceId, isSampled: isSampled(traceId, client?.options.tracesSampleRate) };
}

/** Whether a trace is among those whose spans are sent: the same answer for an id wherever the rate is the same. */
export const isSampled = (traceId: string, rate = 1): boolean =>
  rate >= 1 || parseInt(traceId.slice(0, 8), 16) / 2 ** 32 < rate;
