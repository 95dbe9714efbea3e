import type { Client } from '../../core/client.js';
import { setGlobalTracePosition } from '../../core/scope.js';
import { startInactiveSpan } from '../../spans/spans.js';
import type { SpanOptions } from '../../spans/span.js';
import { readTab, writeTab } from '../tabStorage.js';
import { setShownPage, type ShownPage } from './shownPage.js';
import { watchIdle } from './watchIdle.js';

/** Maximum duration of a page span in milliseconds. */
const LONGEST_MS = 30_000;

const PREVIOUS = 'sluice.trace';

/** Start values of a page span. */
type PageSpanOptions = SpanOptions & Omit<ShownPage, 'place'>;

/**
 * Starts the span of a page and makes its trace the default: later spans are its children until the page is idle, then further
 * roots of the trace. It is sent when the page is idle, after 30 s at the latest; `cancelled` if the page is left before.
 * @returns a function that sends it if it was not sent yet
 */
export function startPageSpan(client: Client, options: PageSpanOptions): () => void {
  const place = startInactiveSpan(options.name, options);
  const { traceId, isSampled } = place;
  setGlobalTracePosition(place);
  setShownPage({ ...options, place });
  let isTimeUp = false;
  const end = watchIdle(client, options.startedAt, ({ at, isBusy }) => {
    clearTimeout(timer);
    if (isBusy && !isTimeUp) place.setStatus('cancelled');
    setGlobalTracePosition({ traceId, isSampled });
    // Deferred: storage access may take a millisecond.
    const previous = readTab(PREVIOUS);
    if (previous !== undefined) place.setData('previous_trace.id', previous);
    writeTab(PREVIOUS, traceId);
    place.end(at);
  });
  const timer = setTimeout(() => {
    isTimeUp = true;
    client.guard(end);
  }, LONGEST_MS);
  return end;
}
