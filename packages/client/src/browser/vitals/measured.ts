import type { Contexts } from '../../core/event.js';

/** What was measured of a page so far. */
export interface Measured {
  /** By the name of a vital; `undefined` where it is not known. */
  readonly values: Readonly<Record<string, number | undefined>>;
  /** What they come from. */
  readonly data: Contexts;
}

/** Tells of what was measured, where that changed since the last time. */
export type Report = (measured: Measured) => void;
