import type { Client } from '../../core/client.js';
import { setGlobalPlace } from '../../core/scope.js';
import { startInactiveSpan } from '../../spans/spans.js';
import type { Span, SpanOptions } from '../../spans/span.js';
import { readTab, writeTab } from '../tabStorage.js';
import type { PageMeasure } from './pageMeasures.js';
import { watchIdle } from './watchIdle.js';

/** Milliseconds after which the span of a page is sent in any case. */
const LONGEST_MS = 30_000;

const PREVIOUS = 'sluice.trace';

/** The span of a page that is shown. */
export interface PageSpan {
  /** Sends it, where it was not sent yet. */
  readonly end: () => void;
}

/** What a page's span is begun with. */
export interface PageSpanOptions extends SpanOptions {
  readonly name: string;
  readonly startedAt: number;
  /** Who has something to say of the span before it is sent: while there is anybody, it waits as long as it may. */
  readonly measures: () => readonly PageMeasure[];
}

/**
 * Begins the span of a page, and has the page's trace be the place of all that is within no span: below it until the
 * page is idle, as further roots of its trace from then on. It ends when the page was idle; `cancelled` where it was
 * left before.
 */
export function startPageSpan(client: Client, { name, measures, ...options }: PageSpanOptions): PageSpan {
  const span: Span = startInactiveSpan(name, options);
  const { traceId, isSampled } = span;
  setGlobalPlace(span);
  let endedAt: number | undefined;
  let isSent = false;
  const send = (): void => {
    if (isSent) return;
    isSent = true;
    clearTimeout(timer);
    // Not when it begins: to reach for the tab's storage may take a millisecond.
    const previous = readTab(PREVIOUS);
    if (previous !== undefined) span.setData('previous_trace.id', previous);
    writeTab(PREVIOUS, traceId);
    for (const measure of measures()) client.guard(() => measure(span));
    span.end(endedAt);
  };
  let isTimeUp = false;
  const rest = watchIdle(client, options.startedAt, ({ at, isBusy }) => {
    endedAt = at;
    if (isBusy && !isTimeUp) span.setStatus('cancelled');
    setGlobalPlace({ traceId, isSampled });
    if (measures().length === 0) send();
  });
  const timer = setTimeout(() => {
    isTimeUp = true;
    client.guard(end);
  }, LONGEST_MS);
  const end = (): void => {
    rest();
    send();
  };
  return { end };
}
