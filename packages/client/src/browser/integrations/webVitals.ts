import type { Integration } from '../../core/client.js';
import { measureInteractions } from '../vitals/measureInteractions.js';
import { measureLoading } from '../vitals/measureLoading.js';
import { measureShifts } from '../vitals/measureShifts.js';
import type { Vital } from '../vitals/observe.js';
import { all } from '../hooks/all.js';
import { measurePageload } from '../tracing/pageMeasures.js';

/**
 * Measures what a visitor feels of a page, as metrics of the pageload span of `browserTracing`: `web_vital.ttfb`, `.fcp`,
 * `.lcp` and `.inp` in milliseconds, `.cls` without a unit. They are what is known when that span is sent, after 30 s at
 * most. A page that was loaded unseen has no `fcp` and `lcp`.
 */
export const webVitals = (): Integration => ({
  name: 'webVitals',
  setup: (client) => {
    let vitals: readonly Vital[] = [];
    // Not when it begins: observers take their time, and hear of what was before them.
    const timer = setTimeout(() =>
      client.guard(() => {
        vitals = [measureLoading(client), measureShifts(client), measureInteractions(client)];
      }),
    );
    const forget = measurePageload((pageload) => {
      for (const { read } of vitals) {
        for (const [name, value] of Object.entries(read())) {
          if (value !== undefined) pageload.metric(`web_vital.${name}`, value);
        }
      }
      stop();
    });
    const stop = all(
      forget,
      () => clearTimeout(timer),
      () => vitals.forEach((vital) => vital.stop()),
    );
    return stop;
  },
});
