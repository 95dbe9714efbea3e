import type { BrowserOptions } from '../browser/browserOptions.js';

/** Options of `init` in Node. */
export interface NodeOptions extends BrowserOptions {
  /**
   * Directory that files of frames are sent relative to, as `app:///dist/entry.js`, so that maps match wherever the
   * program is installed. The current directory; where the program does not lie below it, that of its `package.json`.
   * Source lines (`contextLines`) are read below it only.
   */
  readonly appRoot?: string;
  /**
   * Source lines on each side of a frame's line that exceptions have, read from files below `appRoot`: 5, which is the
   * most, and `true`. `false` or 0: no source is sent.
   */
  readonly contextLines?: number | boolean;
  /**
   * Exceptions of one fingerprint (type and newest frame) that are sent a second, with ten seconds' worth at once: 10. What
   * is above that is counted as `rate` in `sdk.dropped`, and reported to `onError`.
   */
  readonly exceptionsPerSecond?: number;
}
