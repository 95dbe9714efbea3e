import type { Measured } from './measured.js';

/** One of the vitals of what is shown, made of entries of the browser's timeline. */
export interface Vital<Entry> {
  readonly take: (entry: Entry) => void;
  /** What is known now; `undefined` where that is nothing. */
  readonly read: () => number | undefined;
  /** What it comes from. */
  readonly data: () => Measured;
}
