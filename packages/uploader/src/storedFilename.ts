/** The part of a full URL before its path. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/**
 * Returns a filename as the service stores it: the path of a full URL, without query and hash, and without one leading `/` or
 * `./`; otherwise unchanged.
 */
export const storedFilename = (filename: string): string =>
  filename
    .replace(ORIGIN, '')
    .replace(/[?#].*$/s, '')
    .replace(/^\.?\//, '');
