import type { Measured } from './measured.js';

/** A web vital computed from performance entries. */
export interface Vital<Entry> {
  readonly take: (entry: Entry) => void;
  /** The current value; `undefined` if there is none. */
  readonly read: () => number | undefined;
  /** Source of the value. */
  readonly data: () => Measured;
}
