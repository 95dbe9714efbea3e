/**
 * Headers of a response that is not a page: browsers run and load nothing in it, do not frame it, do not guess its
 * type, and send no referrer.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
