import type { Integration } from './client.js';
import type { Breadcrumb } from './event.js';
import { changeBreadcrumbsBy } from './scope.js';

/**
 * Changes each breadcrumb before it is kept, or drops it by `null`; where the callback throws, the breadcrumb is dropped.
 * It gets what `addBreadcrumb` was given. Breadcrumbs that the callback adds itself are dropped, as it would hear of them.
 */
export const beforeBreadcrumb = (change: (breadcrumb: Breadcrumb) => Breadcrumb | null): Integration => ({
  name: 'beforeBreadcrumb',
  setup: ({ guard }) => {
    let isRunning = false;
    const previous = changeBreadcrumbsBy((breadcrumb) => {
      if (isRunning) return null;
      isRunning = true;
      const changed = guard(() => change(breadcrumb));
      isRunning = false;
      return changed instanceof Promise ? null : changed;
    });
    return () => void changeBreadcrumbsBy(previous);
  },
});
