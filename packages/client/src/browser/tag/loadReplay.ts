import type { ReplayChunk } from '../../replay/replay.js';

/** Where the file of the recorder puts itself. */
export interface ReplayWindow {
  sluiceReplay?: ReplayChunk;
}

/**
 * Loads `replay.js`, which lies beside the script of an address, when the page is loaded. By a tag and not by `import()`: no CORS is needed, and a
 * policy that allows the one script allows the other. Rejects where it does not arrive.
 */
export const loadReplay = (address: string): Promise<ReplayChunk> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL('replay.js', address).href;
    const own = document.querySelector<HTMLScriptElement>('script[nonce]');
    if (own) script.nonce = own.nonce;
    const end = (): void => {
      const chunk = (window as ReplayWindow).sluiceReplay;
      if (chunk) resolve(chunk);
      else reject(new Error(`${script.src} did not load`));
    };
    script.onload = script.onerror = end;
    const load = (): void => document.head.append(script);
    // A script that is on its way would keep the page's `load` waiting.
    if (document.readyState === 'complete') load();
    else addEventListener('load', load);
  });
