import type { Random } from '../random.js';
import type { Page } from '../shop/journey.js';
import { serveRequest } from './serveRequest.js';
import { createTraceRecorder, type TraceRecorder } from './traceRecorder.js';
import type { Visitor } from '../shop/visitor.js';

/** The trace of one page view: spans of the browser, the API and the worker. */
export interface PageTrace extends Pick<TraceRecorder, 'traceId' | 'spans' | 'logs' | 'exceptions'> {
  readonly rootId: string;
  /** End of the page's root span in milliseconds since 1970. */
  readonly end: number;
  /** Answers of the API, in order. */
  readonly answers: readonly { readonly name: string; readonly status: number }[];
}

/** Where in a visit a page is. */
export interface PageMoment {
  readonly isFirst: boolean;
  /** When it is opened, in milliseconds since 1970. */
  readonly start: number;
  /** How long ago that is, in milliseconds. */
  readonly ageMs: number;
}

/**
 * Creates the trace of a page: a page load or navigation, its scripts, its requests with the work of the services, and
 * the rendering. Every span of the page is within the root, which has the web vitals.
 */
export function pageTrace(
  chance: Random,
  visitor: Visitor,
  page: Page,
  { isFirst, start, ageMs }: PageMoment,
): PageTrace {
  const trace = createTraceRecorder(chance);
  const rootId = trace.newId();
  const isMobile = visitor.browser.width < 500;
  const pace = isMobile ? 1.7 : 1;
  const ttfb = isFirst ? chance.duration(110) * pace : 0;
  let now = start + ttfb + chance.duration(8);
  if (isFirst) now = loadScripts(chance, trace, { rootId, hash: visitor.release.hash, at: now, pace });
  const isBadRelease = visitor.release.version === 'shop@1.3.0';
  let ready = now;
  const answers = page.requests.map((name) => {
    const at = name === 'POST /api/orders' ? ready + chance.duration(60) : now;
    const { end, status } = serveRequest(chance, trace, { name, parentId: rootId, at, isBadRelease, ageMs });
    ready = Math.max(ready, end);
    return { name, status };
  });
  const drawn = ready + chance.duration(page.route === '/products' ? 38 : 16) * pace;
  trace.span({ service: 'web', op: 'ui.render', name: componentOf(page.route), parentId: rootId }, ready, drawn);
  const end = drawn + chance.duration(20);
  const metrics = {
    ...vitals(chance, isFirst, { ttfb, shown: now - start, done: end - start, pace }),
    ...(page.route === '/cart' ? { 'cart.items': chance.whole(1, 6), 'cart.value': chance.whole(1_890, 24_000) } : {}),
  };
  const op = isFirst ? 'pageload' : 'navigation';
  const isError = answers.some(({ status }) => status >= 500);
  trace.span({ service: 'web', op, name: page.route, id: rootId, isError, metrics }, start, end);
  return {
    traceId: trace.traceId,
    spans: trace.spans,
    logs: trace.logs,
    exceptions: trace.exceptions,
    rootId,
    end,
    answers,
  };
}

interface Loading {
  readonly rootId: string;
  readonly hash: string;
  readonly at: number;
  readonly pace: number;
}

function loadScripts(chance: Random, trace: TraceRecorder, { rootId, hash, at, pace }: Loading): number {
  const names = [`/assets/app.${hash}.js`, `/assets/vendor.${hash}.js`, '/assets/shop.css'];
  const ends = names.map((name) => {
    const end = at + chance.duration(name.endsWith('.css') ? 35 : 85) * pace;
    const op = name.endsWith('.css') ? 'resource.css' : 'resource.script';
    trace.span({ service: 'web', op, name, parentId: rootId }, at, end);
    return end;
  });
  return Math.max(...ends);
}

const componentOf = (route: string): string =>
  `${route.split('/').find((part) => part !== '' && !part.startsWith(':')) ?? 'home'}Page`.replace(/^./, (first) =>
    first.toUpperCase(),
  );

interface Timings {
  readonly ttfb: number;
  readonly shown: number;
  readonly done: number;
  readonly pace: number;
}

/** Web vitals of a page: milliseconds, except the unitless layout shift. */
function vitals(
  chance: Random,
  isFirst: boolean,
  { ttfb, shown, done, pace }: Timings,
): Readonly<Record<string, number>> {
  const common = {
    'web_vital.cls': Math.round(chance.share() ** 3 * 240) / 1_000,
    'web_vital.inp': Math.round(chance.duration(70) * pace),
  };
  if (!isFirst) return common;
  const fcp = Math.round(shown + chance.duration(120) * pace);
  return {
    ...common,
    'web_vital.ttfb': Math.round(ttfb),
    'web_vital.fcp': fcp,
    'web_vital.lcp': Math.round(Math.max(fcp, done) + chance.duration(240)),
  };
}
