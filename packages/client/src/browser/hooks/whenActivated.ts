import type { Client } from '../../core/client.js';
import { listen } from './listen.js';

/** Calls back now, or when a prerendered page is activated. @returns a function that cancels it */
export function whenActivated(client: Client, callback: () => void): () => void {
  if ((document as { prerendering?: boolean }).prerendering) {
    const stop = listen(client, document, 'prerenderingchange', () => {
      stop();
      callback();
    });
    return stop;
  }
  callback();
  return () => undefined;
}
