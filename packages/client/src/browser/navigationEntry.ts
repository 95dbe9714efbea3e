/** The navigation timing entry of the page; empty if the browser provides none. */
export const navigationEntry = (): Partial<PerformanceNavigationTiming> & { readonly activationStart?: number } =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0] ?? {};
