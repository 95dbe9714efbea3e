import { useEffect, useRef } from 'react';
import { keyOf } from './keyOf';

/** What keys do: `j`, `?`, `mod+k`, `Enter`. A key of a later component comes before the same key of an earlier one. */
export type KeyMap = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

interface Options {
  /** Also where someone types. */
  readonly everywhere?: boolean;
  readonly enabled?: boolean;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role=dialog], [role=menu], [role=listbox], dialog') !== null);

type Handler = (event: KeyboardEvent) => boolean;
const handlers: Handler[] = [];

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  for (const handler of [...handlers].reverse()) {
    if (handler(event)) {
      event.preventDefault();
      return;
    }
  }
}

/** Calls functions for keys while the component is on the page, except where someone types or a dialog is open. */
export function useKeys(keys: KeyMap, { everywhere = false, enabled = true }: Options = {}): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const handler: Handler = (event) => {
      const action = everywhere || !isTyping(event.target) ? current.current[keyOf(event)] : undefined;
      action?.(event);
      return action !== undefined;
    };
    if (handlers.length === 0) document.addEventListener('keydown', onKey);
    handlers.push(handler);
    return () => {
      handlers.splice(handlers.indexOf(handler), 1);
      if (handlers.length === 0) document.removeEventListener('keydown', onKey);
    };
  }, [everywhere, enabled]);
}
