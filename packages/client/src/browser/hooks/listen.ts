import type { Client } from '../../core/client.js';

/**
 * Hears of an event, never changing it: on the document before the page does anything with it, which may hide it, on the
 * window after that. @param callback takes events of that type. @returns hears no more of it
 */
export function listen(client: Client, on: EventTarget, type: string, callback: (event: never) => void): () => void {
  const listener = (event: Event): void => {
    client.guard(() => callback(event as never));
  };
  const isCapturing = on === document;
  on.addEventListener(type, listener, isCapturing);
  return () => on.removeEventListener(type, listener, isCapturing);
}
