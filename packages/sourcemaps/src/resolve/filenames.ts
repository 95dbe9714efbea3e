/** A scheme with an authority, which may be empty (`file:///`). */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** `data:`, `blob:`, `node:`, `about:`: URLs without a path. A single letter is a Windows drive. */
const PATHLESS = /^[a-z][a-z\d+.-]+:/i;

/** Position that some engines append to a URL: `:12` or `:12:34`. */
const POSITION = /(?::\d{1,9}){1,2}$/;

/**
 * Returns the filename under which the map of a frame's file is stored (protocol 3.4): the path of its URL without
 * origin, query, hash and position, and without one leading `/`. Nothing is decoded, case-folded or normalized.
 * `undefined` if the file has no path: `node:fs`, `<anonymous>`, `data:…`.
 */
export function mapFilenameOf(frameFile: string): string | undefined {
  const origin = ORIGIN.exec(frameFile);
  if (origin === null && (PATHLESS.test(frameFile) || ENGINE.test(frameFile))) return undefined;
  const path = withoutQuery(frameFile.slice(origin?.[0].length ?? 0)).replace(POSITION, '');
  const name = path.startsWith('/') ? path.slice(1) : path;
  return name === '' ? undefined : name;
}

/** Words that engines print instead of a file. */
const ENGINE = /^(?:<.*>|native(?: code)?|\[.* code\])$/;

/**
 * Returns the filename under which an upload is stored (protocol 2.5): a URL is reduced to its path; query and hash
 * are removed, as they are from each frame's file; then one leading `/` or `./` is removed. The rest is opaque.
 * Empty, which is not a valid filename, if there is no path.
 */
export const uploadFilenameOf = (given: string): string =>
  withoutQuery(given.replace(ORIGIN, '')).replace(/^\.?\//, '');

const withoutQuery = (path: string): string => path.replace(/[?#].*$/s, '');
