import type { TracePosition } from '../../core/scope.js';
import type { SpanOptions } from '../../spans/span.js';
import { createSharedHook } from '../hooks/sharedHook.js';

/** The current page view: a loaded page or a navigation within it. */
export interface ShownPage {
  readonly name: string;
  readonly data: NonNullable<SpanOptions['data']>;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Span of the page view. */
  readonly place: TracePosition;
}

let page: ShownPage | undefined;

/** The page view that `browserTracing` traces; `undefined` without it. */
export const shownPage = (): ShownPage | undefined => page;

const pages = /* @__PURE__ */ createSharedHook<ShownPage>(() => () => undefined);

/** Observes page views from now on. @returns a function that stops */
export const watchShownPages = pages.watch;

export const setShownPage = (shown: ShownPage | undefined): void => {
  page = shown;
  if (shown) pages.tell(shown);
};
