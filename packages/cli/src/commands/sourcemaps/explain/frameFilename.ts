/** What comes before the path of an address. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
/** Addresses without a path, and what engines print in place of a file. One letter is a drive of Windows. */
const NO_FILE = /^(?:[a-z][a-z\d+.-]+:|<.*>$|native(?: code)?$|\[.* code\]$)/i;

/**
 * As what the map of a frame's file is uploaded: its path without origin, query, hash and position, one leading `/`
 * removed; `null` where it has none. The service's own answer, where there is one, goes before this.
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
