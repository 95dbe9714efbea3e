import type { Integration } from '../../core/client.js';
import { all } from '../hooks/all.js';
import { whenShown } from '../hooks/whenShown.js';
import { importVitals } from '../vitals/importVitals.js';
import type { VitalsChunk } from '../vitals/vitalsChunk.js';
import { watchVitals } from '../vitals/watchVitals.js';

export interface WebVitalsOptions {
  /** Loads what measures interactions and layout shifts: by default as a chunk of its own, by `import()`. */
  readonly load?: () => Promise<VitalsChunk>;
}

/**
 * Measures what a visitor feels, as metrics of spans `web_vital` in the traces of `browserTracing`, without which it does
 * nothing. Of the whole visit: `web_vital.ttfb`, `.fcp`, `.lcp` and `.inp` in milliseconds, `.cls` without a unit; sent when
 * the page is hidden, and what changed since when it is hidden again. Of each page that follows within it:
 * `web_vital.navigation.inp` and `.cls`. Contexts tell what they come from: `lcp.element`, `lcp.url`, `inp.element`,
 * `inp.event`, `inp.load_state`, `cls.element`, `cls.load_state`. A page that was loaded unseen has no `fcp` and `lcp`.
 */
export const webVitals = ({ load = importVitals }: WebVitalsOptions = {}): Integration => ({
  name: 'webVitals',
  setup: (client) => {
    let [timer, stop]: [ReturnType<typeof setTimeout>?, (() => void)?] = [];
    // Not when it begins: observers take their time, and hear of what was before them.
    const begin = (): void => {
      timer = setTimeout(() => client.guard(() => (stop = watchVitals(client, load))));
    };
    return all(
      whenShown(client, begin),
      () => clearTimeout(timer),
      () => stop?.(),
    );
  },
});
