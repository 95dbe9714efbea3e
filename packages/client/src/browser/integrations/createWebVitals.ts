import type { Integration } from '../../core/client.js';
import { all } from '../hooks/all.js';
import { whenShown } from '../hooks/whenShown.js';
import type { VitalsChunk } from '../vitals/vitalsChunk.js';
import { watchVitals } from '../vitals/watchVitals.js';

export interface WebVitalsOptions {
  /** Loads what measures interactions and layout shifts: by default as a chunk of its own, by `import()`. */
  readonly load?: () => Promise<VitalsChunk>;
}

/** Makes the integration. @param load loads what is not needed at once, where the program does not say how */
export const createWebVitals =
  (load: () => Promise<VitalsChunk>) =>
  (options: WebVitalsOptions = {}): Integration => ({
    name: 'webVitals',
    setup: (client) => {
      let [timer, stop]: [ReturnType<typeof setTimeout>?, (() => void)?] = [];
      // Not when it begins: observers take their time, and hear of what was before them.
      const begin = (): void => {
        timer = setTimeout(() => client.guard(() => (stop = watchVitals(client, options.load ?? load))));
      };
      return all(
        whenShown(client, begin),
        () => clearTimeout(timer),
        () => stop?.(),
      );
    },
  });
