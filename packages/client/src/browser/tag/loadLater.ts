import type { ReplayChunk } from '../../replay/replay.js';
import type { VitalsChunk } from '../vitals/vitalsChunk.js';
import type { ScriptPolicy, TrustingWindow } from './trustingWindow.js';

/** Where files that are loaded later put themselves. */
export interface SluiceWindow {
  'sluice:replay'?: ReplayChunk;
  'sluice:vitals'?: VitalsChunk;
}

let policy: ScriptPolicy | undefined;

/**
 * Loads `<name>.js`, which lies beside the script of an address, when the page is loaded. By a tag and not by `import()`: no
 * CORS is needed, and a policy that allows the one script allows the other. Rejects where it does not arrive.
 */
export const loadLater = <Name extends 'replay' | 'vitals'>(
  address: string,
  name: Name,
): Promise<NonNullable<SluiceWindow[`sluice:${Name}`]>> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const { href } = new URL(`${name}.js`, address);
    policy ??= (window as TrustingWindow).trustedTypes?.createPolicy('sluice', { createScriptURL: String });
    script.src = policy?.createScriptURL(href) ?? href;
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    script.onload = script.onerror = () => {
      const chunk = (window as SluiceWindow)[`sluice:${name}`];
      if (chunk) resolve(chunk);
      else reject(new Error(href));
    };
    const load = (): void => document.head.append(script);
    // A script that is on its way would keep the page's `load` waiting.
    if (document.readyState === 'complete') load();
    else addEventListener('load', load);
  });
