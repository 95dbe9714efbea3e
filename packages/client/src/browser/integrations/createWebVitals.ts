import type { Integration } from '../../core/client.js';
import { all } from '../hooks/all.js';
import { whenActivated } from '../hooks/whenActivated.js';
import type { VitalsChunk } from '../vitals/vitalsChunk.js';
import { watchVitals } from '../vitals/watchVitals.js';

export interface WebVitalsOptions {
  /** Loads the code that measures interactions and layout shifts; by default a separate chunk, by `import()`. */
  readonly load?: () => Promise<VitalsChunk>;
}

/** Creates the integration. @param load default loader of the deferred code */
export const createWebVitals =
  (load: () => Promise<VitalsChunk>) =>
  (options: WebVitalsOptions = {}): Integration => ({
    name: 'webVitals',
    setup: (client) => {
      let [timer, stop]: [ReturnType<typeof setTimeout>?, (() => void)?] = [];
      // Deferred: observers are slow to create and report earlier entries anyway.
      const begin = (): void => {
        timer = setTimeout(() => client.guard(() => (stop = watchVitals(client, options.load ?? load))));
      };
      return all(
        whenActivated(client, begin),
        () => clearTimeout(timer),
        () => stop?.(),
      );
    },
  });
