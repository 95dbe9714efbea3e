import type { Integration } from '../core/client.js';
import type { Contexts } from '../core/event.js';
import { sampleTracesBy } from './newTrace.js';

/** What is known of a trace when its first span begins. */
export interface TraceStart {
  /** Of the span: `GET /users/7` of a server, `/cart` of a page. Absent where `continueTrace` begins a trace. */
  readonly name: string | undefined;
  readonly op: string | undefined;
  /** What the span was begun with: `{ 'http.method': 'GET' }`. */
  readonly data: Readonly<Contexts>;
}

/**
 * Decides for each trace that begins here whether its spans are sent: `true` and `false`, or the share of such traces that
 * is, 0 to 1. For `undefined`, and where the callback throws, `tracesSampleRate` counts. A trace that goes on here keeps the
 * decision of the caller.
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
