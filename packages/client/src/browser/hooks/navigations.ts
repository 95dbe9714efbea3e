import type { Client } from '../../core/client.js';
import { shownAddress, pathOf } from '../pageAddress.js';
import { all } from './all.js';
import { createWatched } from './watched.js';
import { wrapMethod } from './wrapMethod.js';

/** The page shows something else, without having been loaded. Addresses are as they are shown: not to be told as such. */
export interface Navigation {
  readonly from: string;
  readonly to: string;
}

const navigations = /* @__PURE__ */ createWatched<Navigation>((tell) => {
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
  // Out of the back/forward cache: it is looked at once more.
  const show = (event: PageTransitionEvent): void => look((before, to) => event.persisted || hasMoved(before, to));
  addEventListener('popstate', pop);
  addEventListener('pageshow', show);
  return all(
    after('pushState', hasMoved),
    // Many pages replace the query with every letter that is typed: that is no other page.
    after('replaceState', (before, to) => pathOf(before) !== pathOf(to)),
    () => removeEventListener('popstate', pop),
    () => removeEventListener('pageshow', show),
  );
});

/**
 * Hears when the page goes elsewhere by `history`, by a fragment that is a route, or by the back/forward cache.
 * @returns stops watching
 */
export const watchNavigations = (client: Client, watcher: (navigation: Navigation) => void): (() => void) =>
  navigations.watch((navigation) => client.guard(() => watcher(navigation)));
