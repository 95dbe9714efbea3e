/** What comes before the path of a full address. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/**
 * A filename as the service keeps it: of a full URL the path, without query and hash; then exactly one leading `/` or
 * `./` removed; the rest as it is.
 */
export const storedFilename = (filename: string): string =>
  filename
    .replace(ORIGIN, '')
    .replace(/[?#].*$/s, '')
    .replace(/^\.?\//, '');
