/**
 * Returns the strong validators of an `If-Match` header without quotes; `undefined` if any state matches (no header, `*`).
 * Weak ones match nothing (RFC 9110, 13.1.1).
 */
export function readIfMatch(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header
    .split(',')
    .map((entry) => /^"([^"]*)"$/.exec(entry.trim())?.[1])
    .filter((etag) => etag !== undefined);
}
