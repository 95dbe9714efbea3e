import { browserException } from '../faults/browserException.js';
import type { Random } from '../random.js';
import { replaySegment } from '../replay/replaySegment.js';
import type { DemoBatch } from '../sendBatch.js';
import { enterShop, MAX_PAGES, nextPage, type Page } from '../shop/journey.js';
import { pageTrace, type PageTrace } from './pageTrace.js';
import { browserBatch, serviceBatches, SITE, type PageView } from './viewBatches.js';
import type { Visitor } from '../shop/visitor.js';

/** Time spent on a page after it is shown, in milliseconds. */
const LOOK_MS = { least: 2_000, most: 15_000 } as const;

/** Longest trace of a page, in milliseconds; the browser gives up earlier. */
const TRACE_MS = 8_000;

/** Share of visits that are recorded. */
const RECORDED = 0.3;

/** Share of the visitors who stay after a page failed. */
const PATIENT = 0.45;

/**
 * Yields the batches of one visit: for each page the browser's page view, spans, logs, exception, custom hit and replay
 * segment, and the spans, logs and exceptions of the services, linked by trace, previous trace, replay, session and user.
 * @param now end of the visit in milliseconds since 1970 @param ageMs how long ago that is
 */
export function demoVisit(chance: Random, visitor: Visitor, now: number, ageMs = 0): readonly DemoBatch[] {
  const pages = pagesOf(chance);
  const looks = pages.map(() => chance.whole(LOOK_MS.least, LOOK_MS.most));
  const replayId = chance.maybe(RECORDED) ? chance.hex(32) : undefined;
  const batches: DemoBatch[] = [];
  let from = now - looks.reduce((sum, look) => sum + look + TRACE_MS, 0);
  let previous: PageView | undefined;
  for (const [segment, page] of pages.entries()) {
    const trace = pageTrace(chance, visitor, page, { isFirst: segment === 0, start: from, ageMs });
    const to = Math.max(trace.end, lastEnd(trace)) + (looks[segment] ?? 0);
    const view = viewOf(chance, visitor, { page, trace, from, to, previous, segment, replayId });
    batches.push(browserBatch(chance, visitor, view), ...serviceBatches(visitor, view));
    if (view.exception?.isFatal === true && !chance.maybe(PATIENT)) break;
    if (hasFailedOrder(trace)) break;
    previous = view;
    from = to;
  }
  return batches;
}

function pagesOf(chance: Random): readonly Page[] {
  const pages: Page[] = [];
  for (let page: Page | undefined = enterShop(chance); page !== undefined && pages.length < MAX_PAGES;) {
    pages.push(page);
    page = nextPage(chance, page);
  }
  return pages;
}

const hasFailedOrder = ({ answers }: PageTrace): boolean =>
  answers.some(({ name, status }) => name === 'POST /api/orders' && status !== 201);

const lastEnd = ({ spans }: PageTrace): number => spans.reduce((last, { end }) => Math.max(last, end), 0);

interface Parts extends Omit<PageView, 'exception' | 'replay'> {
  readonly replayId: string | undefined;
}

/** Adds what may fail on the page, and its recording. */
function viewOf(chance: Random, visitor: Visitor, { replayId, ...parts }: Parts): PageView {
  const { page, trace, from, to, segment } = parts;
  const failure = trace.answers.find(({ status }) => status >= 500);
  const didFail = failure?.name === 'POST /api/orders';
  const exception = browserException(chance, visitor, page.route, { didFail, trail: trailOf(parts) });
  const isLost = segment > 0 && chance.maybe(0.03);
  const kind = exception?.isFatal === true ? 'page' : 'order';
  const shown = exception?.isFatal === true || didFail ? ({ at: trace.end, kind } as const) : undefined;
  const facts = { segment, page, url: SITE + page.path, browser: visitor.browser, from, to, failure: shown };
  const replay =
    replayId === undefined ? undefined : { id: replayId, payload: replaySegment(chance, { replayId, ...facts }) };
  return { ...parts, exception, replay: isLost && replay !== undefined ? { id: replay.id } : replay };
}

/** Breadcrumbs as the SDK records them: navigation, requests, clicks, console. */
function trailOf({ page, trace, from, previous }: Omit<Parts, 'replayId'>): readonly object[] {
  const crumb = (at: number, fields: object): object => ({
    timestamp: new Date(Math.round(at)).toISOString(),
    ...fields,
  });
  const click = previous === undefined ? [] : [crumb(from - 240, { category: 'ui.click', message: 'button.button' })];
  const navigation = { category: 'navigation', data: { from: previous?.page.path ?? '/', to: page.path } };
  const requests = trace.answers.map(({ name, status }, index) =>
    crumb(from + 40 + (index + 1) * ((trace.end - from - 60) / (trace.answers.length + 1)), {
      category: 'http',
      level: status >= 500 ? 'error' : 'info',
      message: name,
      data: { status_code: status },
    }),
  );
  const console = crumb(trace.end - 20, { category: 'console', level: 'info', message: `rendered ${page.route}` });
  return [...click, crumb(from, navigation), ...requests, console];
}
