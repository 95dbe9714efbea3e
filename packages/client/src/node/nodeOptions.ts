import type { BrowserOptions } from '../browser/browserOptions.js';

/** Options of `init` in Node. */
export interface NodeOptions extends BrowserOptions {
  /**
   * Directory to which file names in frames are relative (`app:///dist/entry.js`), so that maps match wherever the program
   * is installed. Default: the current directory, or that of the `package.json` if the program is elsewhere. Source lines
   * (`contextLines`) are only read below it.
   */
  readonly appRoot?: string;
  /**
   * Source lines on each side of a frame's line, read from files below `appRoot`: at most 5, which is the default and
   * `true`. `false` or 0: no source is sent.
   */
  readonly contextLines?: number | boolean;
  /**
   * Exceptions per second and fingerprint (type and newest frame), with a burst of ten times as many; default 10. Exceptions
   * above it count as `rate` in `sdk.dropped` and are reported to `onError`.
   */
  readonly exceptionsPerSecond?: number;
}
