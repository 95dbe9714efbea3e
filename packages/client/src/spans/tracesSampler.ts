import type { Integration } from '../core/client.js';
import type { Contexts } from '../core/event.js';
import { sampleTracesBy } from './newTrace.js';

/** Facts about a trace when its first span starts. */
export interface TraceStart {
  /** Name of the span: `GET /users/7` of a server, `/cart` of a page. Absent if `continueTrace` starts a trace. */
  readonly name: string | undefined;
  readonly op: string | undefined;
  /** Initial data of the span: `{ 'http.method': 'GET' }`. */
  readonly data: Readonly<Contexts>;
}

/**
 * Decides for each new trace whether its spans are sent: a boolean, or the share of such traces, 0 to 1. `undefined` or an
 * exception falls back to `tracesSampleRate`. A continued trace keeps the decision of the caller.
 */
export const tracesSampler = (sample: (start: TraceStart) => number | boolean | undefined): Integration => ({
  name: 'tracesSampler',
  setup: ({ guard }) => {
    const previous = sampleTracesBy((name, { op, data = {} } = {}) => {
      const rate = guard(() => sample({ name, op, data }));
      return rate === undefined || Number.isNaN(Number(rate)) ? previous() : Number(rate);
    });
    return () => void sampleTracesBy(previous);
  },
});
