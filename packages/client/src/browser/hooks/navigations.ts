import type { Client } from '../../core/client.js';
import { shownAddress, pathOf } from '../pageAddress.js';
import { all } from './all.js';
import { createSharedHook } from './sharedHook.js';
import { wrapMethod } from './wrapMethod.js';

/** A navigation within the page. URLs are unredacted and must not be sent unchanged. */
export interface Navigation {
  readonly from: string;
  readonly to: string;
}

const navigations = /* @__PURE__ */ createSharedHook<Navigation>((tell) => {
  let from = shownAddress();
  const look = (isOther: (from: string, to: string) => boolean): void => {
    const [before, to] = [from, shownAddress()];
    from = to;
    if (isOther(before, to)) tell({ from: before, to });
  };
  const after = (name: 'pushState' | 'replaceState', isOther: (from: string, to: string) => boolean): (() => void) =>
    wrapMethod(history as unknown as Record<typeof name, unknown>, name, (original) => {
      return function (this: unknown, ...args: never[]): unknown {
        const result = original.apply(this, args);
        look(isOther);
        return result;
      };
    });
  const hasMoved = (before: string, to: string): boolean => before !== to;
  const pop = (): void => look(hasMoved);
  // Restored from the back/forward cache: a new page view.
  const show = (event: PageTransitionEvent): void => look((before, to) => event.persisted || hasMoved(before, to));
  addEventListener('popstate', pop);
  addEventListener('pageshow', show);
  return all(
    after('pushState', hasMoved),
    // Many pages change the query with each typed letter; that is not a navigation.
    after('replaceState', (before, to) => pathOf(before) !== pathOf(to)),
    () => removeEventListener('popstate', pop),
    () => removeEventListener('pageshow', show),
  );
});

/**
 * Observes navigations by `history`, by a fragment that is a route, and by the back/forward cache.
 * @returns a function that stops
 */
export const watchNavigations = (client: Client, watcher: (navigation: Navigation) => void): (() => void) =>
  navigations.watch((navigation) => client.guard(() => watcher(navigation)));
