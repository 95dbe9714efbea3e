import type { Client } from '../../core/client.js';
import { setGlobalPlace } from '../../core/scope.js';
import { startInactiveSpan } from '../../spans/spans.js';
import type { SpanOptions } from '../../spans/span.js';
import { readTab, writeTab } from '../tabStorage.js';
import { setShownPage, type ShownPage } from './shownPage.js';
import { watchIdle } from './watchIdle.js';

/** Milliseconds after which the span of a page is sent in any case. */
const LONGEST_MS = 30_000;

const PREVIOUS = 'sluice.trace';

/** What a page's span is begun with. */
type PageSpanOptions = SpanOptions & Omit<ShownPage, 'place'>;

/**
 * Begins the span of a page, and has the page's trace be the place of all that is within no span: below it until the
 * page is idle, as further roots of its trace from then on. It is sent when the page is idle, after 30 s in any case;
 * `cancelled` where the page is left before. @returns sends it, where it was not sent yet
 */
export function startPageSpan(client: Client, options: PageSpanOptions): () => void {
  const place = startInactiveSpan(options.name, options);
  const { traceId, isSampled } = place;
  setGlobalPlace(place);
  setShownPage({ ...options, place });
  let isTimeUp = false;
  const end = watchIdle(client, options.startedAt, ({ at, isBusy }) => {
    clearTimeout(timer);
    if (isBusy && !isTimeUp) place.setStatus('cancelled');
    setGlobalPlace({ traceId, isSampled });
    // Not when it begins: to reach for the tab's storage may take a millisecond.
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
