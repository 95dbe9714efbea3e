/** The part of a URL before its path. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
/** URLs without a path, and placeholders that engines print. A single letter is a Windows drive. */
const NO_FILE = /^(?:[a-z][a-z\d+.-]+:|<.*>$|native(?: code)?$|\[.* code\]$)/i;

/**
 * Returns the filename of the source map for a frame: its path without origin, query, hash, position and one leading `/`;
 * `null` if it has none. The response of the service takes precedence.
 */
export function frameFilename(file: string): string | null {
  const hasOrigin = ORIGIN.test(file);
  if (!hasOrigin && NO_FILE.test(file)) return null;
  const path = file
    .replace(ORIGIN, '')
    .replace(/[?#].*$/s, '')
    .replace(/(?::\d{1,9}){1,2}$/, '');
  return path.replace(/^\//, '') || null;
}
