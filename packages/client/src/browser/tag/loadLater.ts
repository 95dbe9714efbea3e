import type { ReplayChunk } from '../../replay/createReplay.js';
import type { VitalsChunk } from '../vitals/vitalsChunk.js';
import type { ScriptPolicy, TrustingWindow } from './trustingWindow.js';

/** Where deferred files register themselves. */
export interface SluiceWindow {
  'sluice:replay'?: ReplayChunk;
  'sluice:vitals'?: VitalsChunk;
}

let policy: ScriptPolicy | undefined;

/** The tag of this script; `currentScript` is only set now. */
export const tag = document.currentScript as HTMLScriptElement | null;

/**
 * Loads `<name>.js` from beside this script after the page has loaded. Uses a tag instead of `import()`: it needs no CORS, and
 * a policy that allows this script allows the other. Rejects if it fails, or if the page requires Trusted Types and does not
 * allow the policy `sluice`.
 */
export const loadLater = <Name extends 'replay' | 'vitals'>(
  name: Name,
): Promise<NonNullable<SluiceWindow[`sluice:${Name}`]>> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    // Rejects without a tag, for example if a module imports this script.
    const { src, nonce } = tag as HTMLScriptElement;
    let { href } = new URL(`${name}.js`, src);
    try {
      policy ??= (window as unknown as Required<TrustingWindow>).trustedTypes.createPolicy('sluice', {
        createScriptURL: String,
      });
      href = policy.createScriptURL(href);
    } catch {
      // Without Trusted Types, or if the page does not allow this policy: a string may work.
    }
    script.src = href;
    script.nonce = nonce;
    script.onload = script.onerror = () => {
      const chunk = (window as SluiceWindow)[`sluice:${name}`];
      if (chunk) resolve(chunk);
      else reject(new Error(href));
    };
    const load = (): void => document.head.append(script);
    // A pending script would delay the `load` event.
    if (document.readyState === 'complete') load();
    else addEventListener('load', load);
  });
