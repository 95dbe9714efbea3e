/**
 * A filename as the service keeps it: of a full URL the path, without query and hash; then exactly one leading `/` or
 * `./` removed; the rest as it is.
 */
export function storedFilename(filename: string): string {
  const path =
    /^[a-z][a-z0-9+.-]*:\/\//i.test(filename) && URL.canParse(filename) ? new URL(filename).pathname : filename;
  return path.replace(/^\.?\//, '');
}
