import type { Integration } from '../../core/client.js';
import { importVitals } from '../vitals/importVitals.js';
import { createWebVitals, type WebVitalsOptions } from './createWebVitals.js';

export type { WebVitalsOptions };

/**
 * Measures what a visitor feels, as metrics of spans `web_vital` in the traces of `browserTracing`, without which it does
 * nothing. Of the whole visit: `web_vital.ttfb`, `.fcp`, `.lcp` and `.inp` in milliseconds, `.cls` without a unit; sent when
 * the page is hidden, and what changed since when it is hidden again. Of each page that follows within it:
 * `web_vital.navigation.inp` and `.cls`. Contexts tell what they come from: `lcp.element`, `lcp.url`, `inp.element`,
 * `inp.event`, `inp.load_state`, `cls.element`, `cls.load_state`. A page that was loaded unseen has no `fcp` and `lcp`.
 * A page that is restored from the back/forward cache begins a new visit, with `inp` and `cls` only.
 */
export const webVitals: (options?: WebVitalsOptions) => Integration = /* @__PURE__ */ createWebVitals(importVitals);
