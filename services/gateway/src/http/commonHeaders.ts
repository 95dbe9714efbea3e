/** What a page's script may read of every answer, refusals included. */
const EXPOSED = 'X-Service-Rate-Limits, Retry-After';

/** Seconds for which a browser may remember a preflight. */
const PREFLIGHT_SECONDS = '86400';

/** CORS headers of every answer of the ingest endpoint: the origin reflected, no credentials. */
export const corsHeaders = (origin: string | undefined): Record<string, string> => ({
  'access-control-allow-origin': origin ?? '*',
  'access-control-expose-headers': EXPOSED,
  vary: 'Origin',
});

/** Headers of a preflight's answer, beside {@link corsHeaders}. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'X-Service-Auth, Content-Type, Content-Encoding',
  'access-control-max-age': PREFLIGHT_SECONDS,
};
