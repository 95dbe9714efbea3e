import type { ReplayChunk } from '../../replay/createReplay.js';
import type { VitalsChunk } from '../vitals/vitalsChunk.js';
import type { ScriptPolicy, TrustingWindow } from './trustingWindow.js';

/** Where files that are loaded later put themselves. */
export interface SluiceWindow {
  'sluice:replay'?: ReplayChunk;
  'sluice:vitals'?: VitalsChunk;
}

let policy: ScriptPolicy | undefined;

/** The tag of this script: later no script is the current one. */
export const tag = document.currentScript as HTMLScriptElement | null;

/**
 * Loads `<name>.js`, which lies beside this script, when the page is loaded. By a tag and not by `import()`: no
 * CORS is needed, and a policy that allows the one script allows the other. Rejects where it does not arrive, or where the
 * page requires Trusted Types and does not allow the policy `sluice`.
 */
export const loadLater = <Name extends 'replay' | 'vitals'>(
  name: Name,
): Promise<NonNullable<SluiceWindow[`sluice:${Name}`]>> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    // Without a tag, as where a module imports this script, it rejects.
    const { src, nonce } = tag as HTMLScriptElement;
    let { href } = new URL(`${name}.js`, src);
    try {
      policy ??= (window as unknown as Required<TrustingWindow>).trustedTypes.createPolicy('sluice', {
        createScriptURL: String,
      });
      href = policy.createScriptURL(href);
    } catch {
      // A browser without Trusted Types, or a page that does not allow this policy: a text may do.
    }
    script.src = href;
    script.nonce = nonce;
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
