import type { Integration } from './client.js';
import type { Breadcrumb } from './event.js';
import { changeBreadcrumbsWith } from './scope.js';

/**
 * Changes each breadcrumb before it is recorded, or drops it by returning `null` or throwing. The callback gets the argument of
 * `addBreadcrumb`. Breadcrumbs added within the callback are dropped to prevent recursion.
 */
export const beforeBreadcrumb = (change: (breadcrumb: Breadcrumb) => Breadcrumb | null): Integration => ({
  name: 'beforeBreadcrumb',
  setup: ({ guard }) => {
    let isRunning = false;
    const previous = changeBreadcrumbsWith((breadcrumb) => {
      if (isRunning) return null;
      isRunning = true;
      const changed = guard(() => change(breadcrumb));
      isRunning = false;
      return changed instanceof Promise ? null : changed;
    });
    return () => void changeBreadcrumbsWith(previous);
  },
});
