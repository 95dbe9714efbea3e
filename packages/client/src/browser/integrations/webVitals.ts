import type { Integration } from '../../core/client.js';
import { importVitals } from '../vitals/importVitals.js';
import { createWebVitals, type WebVitalsOptions } from './createWebVitals.js';

export type { WebVitalsOptions };

/**
 * Measures web vitals as metrics of `web_vital` spans in the traces of `browserTracing`, which it requires. For the whole
 * visit: `web_vital.ttfb`, `.fcp`, `.lcp` and `.inp` in milliseconds, `.cls` without a unit; sent when the page is hidden, and
 * again with changed values. For each navigation within the page: `web_vital.navigation.inp` and `.cls`. Contexts name the
 * source: `lcp.element`, `lcp.url`, `inp.element`, `inp.event`, `inp.load_state`, `cls.element`, `cls.load_state`. A page loaded
 * in the background has no `fcp` and `lcp`. A page restored from the back/forward cache begins a new visit, with `inp` and
 * `cls` only.
 */
export const webVitals: (options?: WebVitalsOptions) => Integration = /* @__PURE__ */ createWebVitals(importVitals);
