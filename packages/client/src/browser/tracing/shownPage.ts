import type { TracePlace } from '../../core/scope.js';
import type { SpanOptions } from '../../spans/span.js';
import { createWatched } from '../hooks/watched.js';

/** What is shown: a page that was loaded, or what it shows since it went elsewhere by itself. */
export interface ShownPage {
  readonly name: string;
  readonly data: NonNullable<SpanOptions['data']>;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Its span. */
  readonly place: TracePlace;
}

let page: ShownPage | undefined;

/** What `browserTracing` traces now; `undefined` without it. */
export const shownPage = (): ShownPage | undefined => page;

const pages = /* @__PURE__ */ createWatched<ShownPage>(() => () => undefined);

/** Hears of each page that is shown from now on. @returns stops watching */
export const watchShownPages = pages.watch;

export const setShownPage = (shown: ShownPage | undefined): void => {
  page = shown;
  if (shown) pages.tell(shown);
};
