import type { RefObject } from 'react';

/** Returns whether an event is not on the button of a panel, which closes the panel itself. */
export const isOutside = (event: Event, anchor: RefObject<HTMLElement | null>): boolean =>
  !(event.target instanceof Node && event.type !== 'keydown' && anchor.current?.contains(event.target) === true);
