import type { ReplayChunk } from '../../replay/replay.js';
import type { VitalsChunk } from '../vitals/vitalsChunk.js';

/** Where files that are loaded later put themselves. */
export interface SluiceWindow {
  sluiceReplay?: ReplayChunk;
  sluiceVitals?: VitalsChunk;
}

/**
 * Loads a file that lies beside the script of an address, when the page is loaded. By a tag and not by `import()`: no CORS is
 * needed, and a policy that allows the one script allows the other. Rejects where it does not arrive.
 *
 * @param name under which it puts itself into the window
 */
export const loadLater = <Name extends keyof SluiceWindow>(
  address: string,
  file: string,
  name: Name,
): Promise<NonNullable<SluiceWindow[Name]>> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL(file, address).href;
    const own = document.querySelector<HTMLScriptElement>('script[nonce]');
    if (own) script.nonce = own.nonce;
    const end = (): void => {
      const chunk = (window as SluiceWindow)[name];
      if (chunk) resolve(chunk);
      else reject(new Error(`${script.src} did not load`));
    };
    script.onload = script.onerror = end;
    const load = (): void => document.head.append(script);
    // A script that is on its way would keep the page's `load` waiting.
    if (document.readyState === 'complete') load();
    else addEventListener('load', load);
  });
