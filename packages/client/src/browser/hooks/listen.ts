import type { Client } from '../../core/client.js';

/**
 * Listens to an event without changing it: on the document in the capture phase, because the page may stop it; on the window
 * afterwards. @param callback handles events of that type @returns a function that stops listening
 */
export function listen(client: Client, on: EventTarget, type: string, callback: (event: never) => void): () => void {
  const listener = (event: Event): void => {
    client.guard(() => callback(event as never));
  };
  const isCapturing = on === document;
  on.addEventListener(type, listener, isCapturing);
  return () => on.removeEventListener(type, listener, isCapturing);
}
