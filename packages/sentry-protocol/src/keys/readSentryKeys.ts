/** `Sentry sentry_key=…, sentry_version=7`: a scheme and parameters in any order. */
const SCHEME = /^sentry\s/i;
const PARAMETER = 'sentry_key=';

/**
 * Returns the different keys of a request, in the order of header and query, so that contradictions can be refused: of
 * `X-Sentry-Auth`, and `sentry_key` of the address.
 */
export function readSentryKeys(header: string | undefined, url: string): readonly string[] {
  const inHeader = header === undefined ? [] : keysOfHeader(header.trim());
  const query = url.indexOf('?');
  const inUrl = query === -1 ? [] : new URLSearchParams(url.slice(query + 1)).getAll('sentry_key');
  return [...new Set([...inHeader, ...inUrl])];
}

const keysOfHeader = (header: string): readonly string[] =>
  header
    .slice(SCHEME.test(header) ? 'sentry'.length : 0)
    .split(/[\s,]+/)
    .filter((parameter) => parameter.startsWith(PARAMETER))
    .map((parameter) => parameter.slice(PARAMETER.length));
