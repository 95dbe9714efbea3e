import type { Client } from '../../core/client.js';

/** An event of the page. */
interface Heard {
  readonly on: EventTarget;
  readonly type: string;
  /** Before what the page does with it, which may hide it; else after. */
  readonly first?: boolean;
}

/** Hears of an event, never changing it. @param callback takes events of that type. @returns hears no more of it */
export function listen(
  client: Client,
  { on, type, first = false }: Heard,
  callback: (event: never) => void,
): () => void {
  const listener = (event: Event): void => {
    client.guard(() => callback(event as never));
  };
  const options = { capture: first, passive: true };
  on.addEventListener(type, listener, options);
  return () => on.removeEventListener(type, listener, options);
}
