/** A scheme with an authority, which may be empty (`file:///`): what comes before the path of an address. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** `data:`, `blob:`, `node:`, `about:`: addresses without a path. One letter is a drive of Windows. */
const PATHLESS = /^[a-z][a-z\d+.-]+:/i;

/** What some engines leave behind an address: `:12` or `:12:34`. */
const POSITION = /(?::\d{1,9}){1,2}$/;

/**
 * Under which name the map of a frame's file is stored (protocol 3.4): the path of its address without origin, query, hash
 * and position, one leading `/` removed. Nothing is decoded, folded or normalised. `undefined` where the file has no
 * path: `node:fs`, `<anonymous>`, `data:…`.
 */
export function mapFilenameOf(frameFile: string): string | undefined {
  const origin = ORIGIN.exec(frameFile);
  if (origin === null && (PATHLESS.test(frameFile) || ENGINE.test(frameFile))) return undefined;
  const path = withoutQuery(frameFile.slice(origin?.[0].length ?? 0)).replace(POSITION, '');
  const name = path.startsWith('/') ? path.slice(1) : path;
  return name === '' ? undefined : name;
}

/** Words that engines print in place of a file. */
const ENGINE = /^(?:<.*>|native(?: code)?|\[.* code\])$/;

/**
 * The filename under which an upload is stored (protocol 2.5): a full address is reduced to its path, query and hash are cut,
 * because they are cut of every frame's file; then exactly one leading `/` or `./` is removed. The rest is opaque. Empty,
 * which nothing can be stored under, where there is no path.
 */
export const uploadFilenameOf = (given: string): string =>
  withoutQuery(given.replace(ORIGIN, '')).replace(/^\.?\//, '');

const withoutQuery = (path: string): string => path.replace(/[?#].*$/s, '');
