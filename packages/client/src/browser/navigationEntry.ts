/** What the browser measured of how the page was loaded; empty where it tells nothing of that. */
export const navigationEntry = (): Partial<PerformanceNavigationTiming> & { readonly activationStart?: number } =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0] ?? {};
